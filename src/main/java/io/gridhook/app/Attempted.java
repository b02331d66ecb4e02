package io.gridhook.app;

import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.event.Event;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * An attempt at one task, answered. It is no {@link TaskResult} yet: the wait for the next attempt starts when the message is settled, and
 * all retries of a message share one jitter, so that they share one due time.
 *
 * @param task with this attempt in its state
 */
record Attempted(int ordinal, DeliveryTask task, Event event, ResolvedSubscription subscription, Attempt attempt)
        implements TaskReport {
    /**
     * The part of an attempt that all events of a batch share.
     *
     * @param waitFrom the start of the wait for the next attempt; empty: the settlement
     * @param isLogged whether the log and the metrics have it already
     */
    record Attempt(Answer answer, Instant started, Duration duration, Optional<Instant> waitFrom, boolean isLogged) {}

    static Attempted of(Batch.Sending sending, ResolvedSubscription subscription, Attempt attempt) {
        Answer answer = attempt.answer();
        DeliveryTask before = sending.task();
        return new Attempted(
                sending.ordinal(),
                before.with(before.state().attempted(attempt.started(), answer.outcome(), answer.status())),
                sending.event(),
                subscription,
                attempt);
    }

    Answer answer() {
        return attempt.answer();
    }

    /**
     * Decides the next step.
     *
     * @param jitter 0 (inclusive) to 1 (exclusive)
     */
    NextStep next(Instant now, double jitter) {
        return answer().next(
                        subscription.retryPolicy(),
                        task.state().attempts(),
                        attempt.waitFrom().orElse(now),
                        jitter);
    }

    TaskResult followedBy(NextStep next) {
        return next.match(
                () -> new TaskResult.Delivered(ordinal, task, event),
                due -> new TaskResult.Retried(ordinal, task, due),
                reason -> TaskResult.givenUp(ordinal, task, event.attributes().id(), subscription, reason));
    }

    /** For the log. */
    DeliveryAttempt entry() {
        EventSubscription sentTo = subscription.subscription();
        return new DeliveryAttempt(
                task.subscription(),
                event.attributes().id(),
                event.attributes().type(),
                sentTo.destination().endpointHost(),
                task.state().attempts(),
                answer().outcome(),
                answer().status(),
                attempt.duration(),
                answer().detail(),
                answer().response());
    }

    @Override
    public TaskResult result(Function<Attempted, TaskResult> decide) {
        return decide.apply(this);
    }
}
