package io.gridhook.core.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.WebhookDestination;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AnswerTest {
    private static final Instant ENDED = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration FIRST_WAIT = Duration.ofSeconds(10);

    @Test
    void all_that_is_known_of_an_outcome_is_in_its_answer() {
        Answer busy =
                Answer.of(new Responded(503, Optional.of(Duration.ofMinutes(1)), "closed"), subscription(false), 1);
        assertEquals(
                new Answer(
                        DeliveryOutcome.BUSY,
                        503,
                        Verdict.retry(Duration.ofSeconds(30)),
                        false,
                        Optional.of(Duration.ofMinutes(1)),
                        "",
                        "closed"),
                busy);
        Answer unreachable = Answer.of(new Unreachable(Unreachable.Cause.SOCKET, "refused"), subscription(false), 1);
        assertEquals("refused", unreachable.detail());
        assertEquals(0, unreachable.status());
        assertTrue(Answer.of(Responded.of(204), subscription(false), 3).isDelivered());
        assertEquals(
                DeliveryOutcome.TIMED_OUT, Answer.timedOut(subscription(false)).outcome());
    }

    /** Else a batch that is too large would end events that the endpoint takes one by one. */
    @Test
    void events_too_large_together_are_tried_again_though_the_verdict_is_final() {
        Answer together = Answer.of(Responded.of(413), subscription(true), 2);
        assertTrue(together.isTooLargeTogether());
        assertEquals(Verdict.Kind.FINAL, together.verdict().kind());
        assertEquals(new NextStep.RetryAt(ENDED.plus(FIRST_WAIT)), next(together, true));

        Answer alone = Answer.of(Responded.of(413), subscription(true), 1);
        assertFalse(alone.isTooLargeTogether());
        assertEquals(new NextStep.DeadLetter(DeadLetterReason.UNDELIVERABLE_DUE_TO_CLIENT_ERROR), next(alone, true));
        assertFalse(Answer.of(Responded.of(413), subscription(false), 2).isTooLargeTogether());
    }

    @Test
    void a_wait_that_was_asked_for_counts_for_the_next_step() {
        Answer busy = Answer.of(new Responded(429, Optional.of(Duration.ofMinutes(3))), subscription(true), 1);
        assertEquals(new NextStep.RetryAt(ENDED.plus(Duration.ofMinutes(3))), next(busy, true));
    }

    private static NextStep next(Answer answer, boolean ownSchedule) {
        return answer.next(subscription(ownSchedule).retryPolicy(), 1, ENDED, 0);
    }

    private static ResolvedSubscription subscription(boolean ownSchedule) {
        EventSubscription subscription = new EventSubscription(
                "orders",
                "billing",
                1,
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK, "https://h/", OptionalInt.empty(), OptionalInt.empty()),
                DeliverySchema.EVENT_GRID,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        RetryProfile profile =
                RetryProfiles.standard().named(RetryProfiles.CLOUD).orElseThrow();
        RetryPolicy policy =
                new RetryPolicy(profile, profile.schedule(), 30, Duration.ofDays(1), ownSchedule, Duration.ofHours(4));
        return new ResolvedSubscription(
                subscription, EventFilter.ALL, policy, new ResolvedSubscription.Batching(10, 65_536));
    }
}
