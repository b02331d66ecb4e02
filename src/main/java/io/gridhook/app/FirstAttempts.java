package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.event.Event;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.Receipt;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes fresh packs durable, and their first attempts at once on the instance that took them: nobody polls for them, and no trigger
 * runs. The message is put hidden, as if it had been received; the one who put it ends it by the receipt of the put. If the process
 * dies, the message shows when the lease is over, and the queue trigger takes it. An instance that has as many under way as it may
 * puts the message visible, for the queue trigger of whichever instance has room.
 */
public final class FirstAttempts {
    /**
     * Bounds.
     *
     * @param packs whose first attempts one instance makes at a time, 0 or more; 0: all are left to the queue trigger. A pack is 64 KiB
     *     at most
     * @param lease how long a pack is hidden from the queue trigger: longer than an invocation's patience, and the longest time by which
     *     a process that dies delays what it took
     */
    public record Limits(int packs, Duration lease) {
        /** Ours: 8 MiB of packs. */
        public static final int PACKS = 128;
        /** Ours: 20 times the patience. */
        public static final Duration LEASE = Duration.ofSeconds(60);

        public Limits {
            if (packs < 0 || lease.isNegative() || lease.isZero()) {
                throw new IllegalArgumentException(
                        "first attempts: " + packs + ", " + lease + " (expected: 0 or more, and a lease)");
            }
        }
    }

    /** Nobody's host waits for these: half of them may be patient. */
    static int many(Limits limits) {
        return Math.max(1, limits.packs() / 2);
    }

    private final Limits limits;
    private final DeliveryQueue deliveries;
    private final Deliverer deliverer;
    private final Metrics metrics;
    private final DeliveryLog log;
    private final Executor executor;
    private int underWay;
    private boolean isStopping;

    FirstAttempts(Pipeline.Settings settings, Ports ports, Deliverer deliverer) {
        this.limits = settings.firstAttempts();
        this.deliveries = ports.deliveries();
        this.deliverer = deliverer;
        this.metrics = ports.metrics();
        this.log = ports.log();
        this.executor = ports.executor();
    }

    /**
     * Durable when this returns; its first attempts follow.
     *
     * @param events of the pack whose content is in a blob, as far as it is known here
     * @throws io.gridhook.port.StorageUnavailableException if it may not be durable
     */
    void put(DeliveryPack pack, IdentityHashMap<PackedEvent, Event> events) {
        String body = PackCodec.encode(pack);
        if (!enter()) {
            deliveries.put(body, Duration.ZERO);
            return;
        }
        boolean isLeft = false;
        try {
            Receipt receipt = deliveries.put(body, limits.lease());
            executor.execute(() -> deliver(HeldMessage.ours(deliveries, receipt), pack, events));
            isLeft = true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // Durable all the same. It shows when its lease is over.
            log.trouble("no thread for a first attempt: " + e, "made within " + limits.lease());
        } finally {
            if (!isLeft) {
                leave();
            }
        }
    }

    /** Leaves all that comes from now on to the queue trigger. */
    synchronized void stop() {
        isStopping = true;
    }

    private void deliver(HeldMessage held, DeliveryPack pack, IdentityHashMap<PackedEvent, Event> events) {
        try {
            var unused = deliverer.deliverOwn(held, pack, events, log).whenComplete((done, failure) -> ended(failure));
        } catch (RuntimeException e) {
            ended(e);
        }
    }

    private void ended(@Nullable Throwable failure) {
        leave();
        if (failure != null) {
            log.trouble("a first attempt broke off: " + failure, "its message shows within " + limits.lease());
            metrics.add(Counter.DEFERRED_MESSAGE_COUNT, 1, Pipeline.DELIVERIES, "OwnFailure");
        }
    }

    private synchronized boolean enter() {
        if (isStopping || underWay >= limits.packs()) {
            return false;
        }
        underWay++;
        return true;
    }

    private synchronized void leave() {
        underWay--;
    }
}
