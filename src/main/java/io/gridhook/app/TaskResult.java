package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.event.Event;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.PutOffWait;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The result of one invocation for one task: what {@link Settlement} writes down. Attempts become results when their message is settled
 * ({@link Attempted}); all other results are known before.
 */
sealed interface TaskResult extends TaskReport {
    DeliveryTask task();

    void match(Cases cases);

    @Override
    default TaskResult result(Function<Attempted, TaskResult> decide) {
        return this;
    }

    /** One handler for each case, so that a new case does not compile until every dispatch handles it. */
    record Cases(
            Consumer<Delivered> delivered,
            Consumer<Retried> retried,
            Consumer<DeadLettered> deadLettered,
            Consumer<Dropped> dropped,
            Consumer<HeldBack> heldBack,
            Consumer<Untried> untried) {}

    record Delivered(int ordinal, DeliveryTask task, Event event) implements TaskResult {
        @Override
        public void match(Cases cases) {
            cases.delivered().accept(this);
        }
    }

    /** The attempt failed, and another one follows. */
    record Retried(int ordinal, DeliveryTask task, Instant due) implements TaskResult {
        @Override
        public void match(Cases cases) {
            cases.retried().accept(this);
        }
    }

    /**
     * Given up, and kept for the dead-letter destination.
     *
     * @param task with the reason in its state
     */
    record DeadLettered(int ordinal, DeliveryTask task) implements TaskResult {
        @Override
        public void match(Cases cases) {
            cases.deadLettered().accept(this);
        }
    }

    /**
     * Ends without a dead letter.
     *
     * @param eventId {@code ""} where it is only in a blob that was not read
     */
    record Dropped(int ordinal, DeliveryTask task, String eventId, String reason) implements TaskResult {
        /** The payload is gone: the message is a duplicate of one that was settled before. */
        static final String PAYLOAD_MISSING = "PayloadMissing";

        static final String SUBSCRIPTION_DELETED = "SubscriptionDeleted";

        static Dropped unread(int ordinal, DeliveryTask task, String reason) {
            return new Dropped(ordinal, task, Payloads.idOf(task.event()), reason);
        }

        @Override
        public void match(Cases cases) {
            cases.dropped().accept(this);
        }
    }

    /**
     * Not attempted: the endpoint must not be called now, or no permit was free.
     *
     * @param task with the reason in its state; unchanged where no permit was free
     * @param until when to try again. The settlement chooses an earlier time where the retry schedule demands one
     */
    record HeldBack(int ordinal, DeliveryTask task, ResolvedSubscription subscription, Instant until)
            implements TaskResult {
        static HeldBack refused(
                int ordinal, DeliveryTask task, ResolvedSubscription subscription, Admission.Refused refusal) {
            DeliveryTask refused = task.with(task.state().heldBack(refusal.outcome()));
            return new HeldBack(ordinal, refused, subscription, refusal.until());
        }

        static HeldBack withoutPermit(int ordinal, DeliveryTask task, ResolvedSubscription subscription, Instant now) {
            Instant until = PutOffWait.end(task.event().publishTime(), now);
            return new HeldBack(ordinal, task, subscription, until);
        }

        @Override
        public void match(Cases cases) {
            cases.heldBack().accept(this);
        }
    }

    /** Not attempted, because of an internal fault. */
    record Untried(int ordinal, DeliveryTask task, Throwable fault) implements TaskResult {
        @Override
        public void match(Cases cases) {
            cases.untried().accept(this);
        }
    }

    /** Dead-lettered where the subscription has a destination for that, else dropped. */
    static TaskResult givenUp(
            int ordinal,
            DeliveryTask task,
            String eventId,
            ResolvedSubscription subscription,
            DeadLetterReason reason) {
        return subscription.hasDeadLetterDestination()
                ? new DeadLettered(ordinal, task.with(task.state().givenUp(reason)))
                : new Dropped(ordinal, task, eventId, reason.wireName());
    }
}
