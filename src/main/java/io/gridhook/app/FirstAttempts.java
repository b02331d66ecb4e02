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
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
     * @param lease how long a message is leased by who works on it, a put of its own or a received one ({@link Inbox}): longer than an
     *     invocation's patience, and the longest time by which a process that dies delays what it took
     * @param leasesReceived whether received messages are leased for so long, at the price of two queue transactions each; else for the
     *     host's ten minutes (functions-runtime §0b)
     */
    public record Limits(int packs, Duration lease, boolean leasesReceived) {
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

        /** Without leases of received messages. */
        public Limits(int packs, Duration lease) {
            this(packs, lease, false);
        }

        /** Zero: for the host's. */
        Duration leaseOfReceived() {
            return leasesReceived ? lease : Duration.ZERO;
        }
    }

    private final Limits limits;
    private final DeliveryQueue deliveries;
    private final Deliverer deliverer;
    private final Metrics metrics;
    private final DeliveryLog log;
    private final Executor executor;
    private final InstantSource clock;
    private final FirstAttemptsRoom room;

    FirstAttempts(Pipeline.Settings settings, Ports ports, Deliverer deliverer) {
        this.limits = settings.firstAttempts();
        this.room = new FirstAttemptsRoom(limits.packs());
        this.deliveries = ports.deliveries();
        this.deliverer = deliverer;
        this.metrics = ports.metrics();
        this.log = ports.log();
        this.executor = ports.executor();
        this.clock = ports.clock();
    }

    /**
     * Durable when this returns; its first attempts follow.
     *
     * @param events of the pack whose content is in a blob, as far as it is known here
     * @throws io.gridhook.port.StorageUnavailableException if it may not be durable
     */
    void put(DeliveryPack pack, IdentityHashMap<PackedEvent, Event> events) {
        String body = PackCodec.encode(pack);
        FirstAttemptsRoom.Share share = new FirstAttemptsRoom.Share(pack.tasks());
        if (!room.enter(share)) {
            deliveries.put(body, Duration.ZERO);
            return;
        }
        Instant latest = clock.instant().plus(limits.lease().dividedBy(2));
        Receipt receipt = putOwn(body, share);
        try {
            executor.execute(() -> deliver(receipt, pack, events, share, latest));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // Durable all the same.
            room.leave(share);
            leaveToOthers(receipt, "no thread for a first attempt: " + e);
        }
    }

    /** Whatever is thrown here says that it may not be durable, and takes no room. */
    private Receipt putOwn(String body, FirstAttemptsRoom.Share share) {
        boolean isPut = false;
        try {
            Receipt receipt = deliveries.put(body, limits.lease());
            isPut = true;
            return receipt;
        } finally {
            if (!isPut) {
                room.leave(share);
            }
        }
    }

    /** It shows at once, or at the latest when its lease is over. */
    private void leaveToOthers(Receipt receipt, String why) {
        log.trouble(why, "left to the queue trigger");
        metrics.add(Counter.DEFERRED_MESSAGE_COUNT, 1, Pipeline.DELIVERIES, "OwnFailure");
        try {
            var unused = deliveries.hide(receipt, Duration.ZERO);
        } catch (StorageUnavailableException e) {
            log.trouble("a message was not given back: " + e, "it shows within " + limits.lease());
        }
    }

    /** Leaves all that comes from now on to the queue trigger. */
    void stop() {
        room.stop();
    }

    /** Not at all where it had to wait so long for its thread that others may soon have the message. */
    private void deliver(
            Receipt receipt,
            DeliveryPack pack,
            IdentityHashMap<PackedEvent, Event> events,
            FirstAttemptsRoom.Share share,
            Instant latest) {
        if (clock.instant().isAfter(latest)) {
            room.leave(share);
            leaveToOthers(receipt, "a first attempt had to wait for half of its lease");
            return;
        }
        try {
            var unused = deliverer
                    .deliverOwn(LeasedMessage.ours(deliveries, receipt), pack, events, log)
                    .whenComplete((done, failure) -> ended(share, failure));
        } catch (RuntimeException e) {
            ended(share, e);
        } catch (Error e) {
            // Else its room would be gone for ever.
            ended(share, e);
            throw e;
        }
    }

    private void ended(FirstAttemptsRoom.Share share, @Nullable Throwable failure) {
        room.leave(share);
        if (failure != null) {
            log.trouble("a first attempt broke off: " + failure, "its message shows within " + limits.lease());
            metrics.add(Counter.DEFERRED_MESSAGE_COUNT, 1, Pipeline.DELIVERIES, "OwnFailure");
        }
    }
}
