package io.gridhook.app;

import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.Receipt;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * Puts the messages that stand for exchanges while nobody waits for them, and settles them when these have ended. Such a message says
 * that its attempt timed out, and shows when the retry after that is due.
 */
final class Handoffs {
    /** Ours: what is given up is so only when no late answer can come, and that one's settlement had its time. */
    private static final Duration LATE_MARGIN = Duration.ofSeconds(5);
    /** Ours: long enough to write a settlement down. */
    private static final Duration SETTLING = Duration.ofMinutes(2);

    private final DeliveryQueue retries;
    private final Payloads payloads;
    private final Settlement settlement;
    private final DoubleSupplier chance;

    Handoffs(DeliveryQueue retries, Payloads payloads, Settlement settlement, DoubleSupplier chance) {
        this.retries = retries;
        this.payloads = payloads;
        this.settlement = settlement;
        this.chance = chance;
    }

    /**
     * Puts the message of one group.
     *
     * @param pack which they are of
     * @throws StorageUnavailableException if storage does not take it
     */
    Handoff.Put put(DeliveryPack pack, List<Attempt> attempts, Instant now) {
        Instant timedOutAt = attempts.stream()
                .map(Attempt::timesOutAt)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        List<Integer> ordinals = new ArrayList<>();
        List<DeliveryTask> tasks = new ArrayList<>();
        for (Attempt attempt : attempts) {
            for (Batch.Sending sending : attempt.batch().sendings()) {
                ordinals.add(sending.ordinal());
                TaskState before = sending.task().state();
                tasks.add(sending.task().with(before.attempted(attempt.started(), DeliveryOutcome.TIMED_OUT, 0)));
            }
        }
        Instant due = due(attempts.get(0).batch(), tasks, timedOutAt);
        Duration delay = Delays.until(due, now);
        DeliveryPack message =
                DeliveryPack.of(pack.childId("handoff", ordinals), due, payloads.keptUntil(tasks, now.plus(delay)));
        Receipt receipt = retries.put(PackCodec.encode(message), delay);
        return new Handoff.Put(Optional.of(LeasedMessage.ours(retries, receipt)), timedOutAt, due);
    }

    /** Where this was the last attempt, or none of them lives to see the next: no end comes before their late answers may. */
    private Instant due(Batch first, List<DeliveryTask> tasks, Instant timedOutAt) {
        RetryPolicy policy = first.subscription().retryPolicy();
        NextStep next = Answer.timedOut(first.subscription())
                .next(policy, first.attemptsMade() + 1, timedOutAt, chance.getAsDouble());
        Instant lateEnd = timedOutAt
                .minus(policy.profile().responseTimeout())
                .plus(first.longestWait())
                .plus(LATE_MARGIN);
        return next.match(
                () -> timedOutAt,
                retryAt -> isEnd(policy, tasks, retryAt) && lateEnd.isAfter(retryAt) ? lateEnd : retryAt,
                reason -> lateEnd);
    }

    private static boolean isEnd(RetryPolicy policy, List<DeliveryTask> tasks, Instant retryAt) {
        return tasks.stream().allMatch(task -> policy.isExpired(task.event().publishTime(), retryAt));
    }

    /** Logs and counts attempts that its message says already. */
    void report(List<Attempted> attempts, Handoff handoff, DeliveryLog log) {
        attempts.forEach(attempt -> settlement.log(attempt, handoff.put().timedOutAt(), log));
    }

    /** Anything but its end is written only by who still owns the message. */
    void settle(Handoff handoff, DeliveryPack pack, DeliveryLog log) {
        LeasedMessage message = handoff.put().message().orElseThrow();
        List<Attempted> attempts = handoff.attempts();
        boolean allDelivered =
                attempts.stream().allMatch(attempted -> attempted.answer().isDelivered());
        if (allDelivered || message.hide(SETTLING)) {
            // There are only attempts, and none is deferred: done at once.
            settlement.settle(message, pack, attempts, log).join();
        }
    }
}
