package io.gridhook.app;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.ResponseClassifier;
import io.gridhook.core.event.Event;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What came of one task of a message.
 *
 * @param ordinal its position in the pack
 * @param eventId {@code ""} where only a blob knows it that was not read
 * @param eventType {@code ""} where no attempt was made
 * @param subscription empty if it is gone
 * @param attempt present if one was made
 * @param givenUp present if it is given up without an attempt
 * @param putOff present if it could not be tried now
 * @param dropped why it ends without a dead letter or a try, {@code ""} if it does not
 * @param fault present if a fault of ours kept it from being tried
 * @param event present if an attempt was made
 */
record Settled(
        int ordinal,
        DeliveryTask task,
        String eventId,
        String eventType,
        Optional<ResolvedSubscription> subscription,
        Optional<Attempt> attempt,
        Optional<DeadLetterReason> givenUp,
        Optional<PutOff> putOff,
        String dropped,
        Optional<Throwable> fault,
        Optional<Event> event) {
    /** Drop reason for a task whose payload is gone: a duplicate of something that ended before. */
    static final String PAYLOAD_MISSING = "PayloadMissing";

    /**
     * An attempt and its outcome.
     *
     * @param events in the POST, this one and all that shared it
     * @param waitFrom when the wait for the next one began; empty: when it is settled
     * @param isReported whether it was logged and counted before
     */
    record Attempt(
            AttemptOutcome outcome,
            int events,
            Instant started,
            Duration duration,
            Optional<Instant> waitFrom,
            boolean isReported) {}

    /**
     * No attempt was made.
     *
     * @param heldBack why the endpoint is not to be called; empty if there was no place
     */
    record PutOff(Instant wanted, Optional<DeliveryOutcome> heldBack) {}

    static Settled attempted(
            int ordinal, DeliveryTask task, Event event, ResolvedSubscription subscription, Attempt attempt) {
        return new Settled(
                ordinal,
                task,
                event.attributes().id(),
                event.attributes().type(),
                Optional.of(subscription),
                Optional.of(attempt),
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.empty(),
                Optional.of(event));
    }

    static Settled givenUp(
            int ordinal,
            DeliveryTask task,
            String eventId,
            ResolvedSubscription subscription,
            DeadLetterReason reason) {
        return new Settled(
                ordinal,
                task,
                eventId,
                "",
                Optional.of(subscription),
                Optional.empty(),
                Optional.of(reason),
                Optional.empty(),
                "",
                Optional.empty(),
                Optional.empty());
    }

    static Settled untried(
            int ordinal, DeliveryTask task, String eventId, ResolvedSubscription subscription, Throwable fault) {
        return new Settled(
                ordinal,
                task,
                eventId,
                "",
                Optional.of(subscription),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.of(fault),
                Optional.empty());
    }

    static Settled dropped(int ordinal, DeliveryTask task, String reason) {
        return new Settled(
                ordinal,
                task,
                Payloads.idOf(task.event()),
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                reason,
                Optional.empty(),
                Optional.empty());
    }

    static Settled heldBack(
            int ordinal, DeliveryTask task, ResolvedSubscription subscription, Admission.Refused refusal) {
        return putOff(ordinal, task, subscription, new PutOff(refusal.until(), Optional.of(refusal.outcome())));
    }

    static Settled putOff(int ordinal, DeliveryTask task, ResolvedSubscription subscription, Instant until) {
        return putOff(ordinal, task, subscription, new PutOff(until, Optional.empty()));
    }

    private static Settled putOff(int ordinal, DeliveryTask task, ResolvedSubscription subscription, PutOff putOff) {
        return new Settled(
                ordinal,
                task,
                Payloads.idOf(task.event()),
                "",
                Optional.of(subscription),
                Optional.empty(),
                Optional.empty(),
                Optional.of(putOff),
                "",
                Optional.empty(),
                Optional.empty());
    }

    static Settled payloadMissing(int ordinal, DeliveryTask task) {
        return dropped(ordinal, task, PAYLOAD_MISSING);
    }

    boolean isDelivered() {
        return attempt.isPresent()
                && subscription.isPresent()
                && ResponseClassifier.outcome(
                                attempt.get().outcome(),
                                subscription.get().retryPolicy().profile())
                        == DeliveryOutcome.DELIVERED;
    }
}
