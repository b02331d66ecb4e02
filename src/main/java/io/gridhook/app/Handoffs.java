package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.Receipt;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private record Key(SubscriptionRef subscription, int attemptsMade) {}

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

    /** Those that share a message: one subscription's, with as many attempts made. */
    static Collection<List<Batch>> grouped(List<Batch> batches) {
        Map<Key, List<Batch>> grouped = new LinkedHashMap<>();
        batches.forEach(batch -> grouped.computeIfAbsent(
                        new Key(SubscriptionRef.of(batch.subscription().subscription()), batch.attemptsMade()),
                        key -> new ArrayList<>())
                .add(batch));
        return grouped.values();
    }

    /**
     * Puts the message of one group.
     *
     * @param pack which they are of
     * @throws StorageUnavailableException if storage does not take it
     */
    Handoff put(DeliveryPack pack, List<Batch> batches, Instant now) {
        Instant timedOutAt = batches.stream()
                .map(batch -> batch.started.plus(batch.responseTimeout()))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        Instant due = due(batches, timedOutAt);
        List<Integer> ordinals = new ArrayList<>();
        List<DeliveryTask> tasks = new ArrayList<>();
        batches.forEach(batch -> batch.sendings().forEach(sending -> {
            ordinals.add(sending.ordinal());
            tasks.add(
                    sending.task().with(sending.task().state().attempted(batch.started, DeliveryOutcome.TIMED_OUT, 0)));
        }));
        Duration delay = Delays.until(due, now);
        DeliveryPack message =
                DeliveryPack.of(pack.childId("handoff", ordinals), due, payloads.keptUntil(tasks, now.plus(delay)));
        Receipt receipt = retries.put(PackCodec.encode(message), delay);
        return new Handoff(receipt, timedOutAt, due, batches);
    }

    /** Where this was the last attempt, or none of them lives to see the next: no end comes before their late answers may. */
    private Instant due(List<Batch> batches, Instant timedOutAt) {
        Batch first = batches.get(0);
        NextStep next =
                first.post().timeout().next(first.policy(), first.attemptsMade() + 1, timedOutAt, chance.getAsDouble());
        Instant lateEnd = timedOutAt
                .minus(first.responseTimeout())
                .plus(first.longestWait())
                .plus(LATE_MARGIN);
        return next.match(
                () -> timedOutAt,
                retryAt -> isEnd(batches, retryAt) && lateEnd.isAfter(retryAt) ? lateEnd : retryAt,
                reason -> lateEnd);
    }

    private static boolean isEnd(List<Batch> batches, Instant retryAt) {
        RetryPolicy policy = batches.get(0).policy();
        return batches.stream()
                .flatMap(batch -> batch.sendings().stream())
                .allMatch(sending -> policy.isExpired(sending.task().event().publishTime(), retryAt));
    }

    /** Logs and counts attempts that its message says already. */
    void report(List<Attempted> attempts, Handoff handoff, DeliveryLog log) {
        attempts.forEach(attempt -> settlement.log(attempt, handoff.timedOutAt(), log));
    }

    /** Where nothing was answered, the message says so already. Else anything but its end is written only by who owns it still. */
    void settle(Handoff handoff, DeliveryPack pack, DeliveryLog log) {
        if (!handoff.isAnswered()) {
            return;
        }
        HeldMessage message = HeldMessage.ours(retries, handoff.receipt());
        boolean allDelivered = handoff.attempts().stream()
                .allMatch(attempted -> attempted.answer().isDelivered());
        if (allDelivered || message.hide(SETTLING)) {
            // There are only attempts, and none is deferred: done at once.
            settlement.settle(message, pack, handoff.attempts(), log).join();
        }
    }
}
