package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.START;
import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EventSubscription;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an endpoint's agreement, or the lack of it, means for events, from end to end over ports in memory (behaviour §4). */
class AdmissionTest {
    private static final EndpointValidation AWAITING =
            EndpointValidation.awaiting(new UUID(1, 2), START.plus(EndpointValidator.MANUAL_MAX));

    private final PipelineFixture world = new PipelineFixture();

    /** As another instance saved it, and this one knows it by now. */
    private EventSubscription save(EventSubscription subscription, EndpointValidation validation) {
        EventSubscription saved = subscription.with(validation);
        String etag = world.subscriptions
                .find(saved.topic(), saved.name())
                .orElseThrow()
                .etag();
        assertTrue(world.subscriptions.replace(saved, etag));
        world.pass(Catalog.AGE_MAX);
        return saved;
    }

    private void deliverAll() {
        while (world.retries.nextVisibleAt().isPresent()) {
            world.passUntilShown(world.retries);
            assertTrue(world.invoke(world.retries));
        }
    }

    @Test
    void a_subscription_that_is_not_validated_receives_nothing() {
        world.subscribe("awaiting", wanted().validation(AWAITING));
        world.subscribe("failed", wanted().validation(AWAITING.failed()));
        world.published(3, 10);
        assertEquals(List.of(), world.deliveries.bodies());
        assertEquals(3L, world.counts.get("UnmatchedEventCount orders"));
    }

    @ParameterizedTest
    @EnumSource(
            names = {"NOT_REQUIRED", "SUCCEEDED"},
            value = EndpointValidation.State.class)
    void a_validated_one_receives_its_events(EndpointValidation.State state) {
        world.subscribe(
                "billing",
                wanted().validation(
                                state == EndpointValidation.State.SUCCEEDED
                                        ? AWAITING.confirmed(OptionalInt.empty())
                                        : EndpointValidation.NOT_REQUIRED));
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1, world.posts.size());
    }

    /** An update may name an endpoint that has not agreed: events from before it are not sent there. */
    @Test
    void what_was_accepted_before_waits_for_the_agreement() {
        EventSubscription billing = world.subscribe("billing");
        world.published(2, 10);
        EventSubscription awaiting = save(billing, AWAITING);
        assertTrue(world.invoke(world.deliveries));
        world.passUntilShown(world.retries);
        assertTrue(world.invoke(world.retries));
        assertEquals(List.of(), world.posts);
        assertEquals(List.of("billing e0 0", "billing e1 0"), tasks(world.retries));
        Duration waits = world.hidden(world.retries);
        assertTrue(waits.compareTo(Duration.ofMinutes(2)) < 0, waits.toString());
        save(awaiting, AWAITING.confirmed(OptionalInt.empty()));
        deliverAll();
        assertEquals(2, world.posts.size());
    }

    /** And nothing is lost without a word: its time to live ends it, and the record says why. */
    @Test
    void what_waits_in_vain_is_dead_lettered() {
        EventSubscription billing = world.subscribe("billing");
        world.published(1, 10);
        save(billing, AWAITING);
        assertTrue(world.invoke(world.deliveries));
        deliverAll();
        world.passUntilShown(world.deadLetters);
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(List.of(), world.posts);
        String letter =
                new String(world.deadLetterStore.blobs().values().iterator().next(), StandardCharsets.UTF_8);
        assertTrue(letter.contains("\"lastDeliveryOutcome\":\"NotValidated\""), letter);
        assertTrue(letter.contains("\"deadLetterReason\":\"TimeToLiveExceeded\""), letter);
        assertTrue(letter.contains("\"deliveryAttempts\":0"), letter);
        assertEquals(START.plus(Duration.ofDays(1)).plus(Duration.ofMinutes(5)), world.now());
    }

    /** §4.4: beyond the rate nothing is sent and no attempt is counted; all of it goes out as the rate allows. */
    @Test
    void the_allowed_rate_is_kept_to() {
        world.subscribe("billing", wanted().validation(EndpointValidation.succeeded(OptionalInt.of(60))));
        world.published(100, 10);
        List<Instant> posted = new ArrayList<>();
        assertTrue(world.invoke(world.deliveries));
        note(posted);
        assertEquals(1, posted.size());
        while (world.retries.nextVisibleAt().isPresent()) {
            world.passUntilShown(world.retries);
            assertTrue(world.invoke(world.retries));
            note(posted);
        }
        assertEquals(100, posted.size());
        for (int i = 60; i < posted.size(); i++) {
            assertTrue(Duration.between(posted.get(i - 60), posted.get(i)).compareTo(Duration.ofMinutes(1)) >= 0);
        }
        Duration took = Duration.between(START, world.now());
        assertTrue(took.compareTo(Duration.ofMinutes(3)) < 0, took.toString());
        assertEquals(
                100L,
                world.log.stream()
                        .filter(line -> line.endsWith("attempt 1 Delivered -> complete"))
                        .count());
        // It costs no more than to put each off once or twice.
        int calls = world.calls("retries").size();
        assertTrue(calls < 6 * 100, calls + " calls");
    }

    /** To claim a probe and to give it back are writes, and a message holds hundreds of events that would do both. */
    @Test
    void beyond_the_rate_no_probe_is_claimed() {
        world.subscribe(
                "billing",
                wanted().schedule(Duration.ofSeconds(10)).validation(EndpointValidation.succeeded(OptionalInt.of(1))));
        world.answers("billing", new AttemptOutcome.Responded(503, Optional.of(Duration.ofSeconds(1))));
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        Instant until = probationEnd();
        world.published(100, 10);
        world.pass(Duration.ofSeconds(20));
        assertTrue(world.now().isAfter(until));
        world.forget();
        while (world.retries
                .nextVisibleAt()
                .filter(at -> !at.isAfter(world.now()))
                .isPresent()) {
            assertTrue(world.invoke(world.retries));
        }
        if (!world.deliveries.bodies().isEmpty()) {
            assertTrue(world.invoke(world.deliveries));
        }
        assertEquals(List.of(), world.posts);
        assertFalse(world.calls.contains("health.replace"), world.calls.toString());
        assertEquals(until, probationEnd());
        assertEquals(101, tasks(world.retries).size());
    }

    private Instant probationEnd() {
        return world.health.list().values().iterator().next().value().until();
    }

    private void note(List<Instant> posted) {
        while (posted.size() < world.posts.size()) {
            posted.add(world.now());
        }
    }
}
