package io.gridhook.app;

import io.gridhook.core.delivery.BulkPublish;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.Packer;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Puts the packs of a publish that was too large for one. How far it came is written into the message now and then, so that a crash
 * repeats a few packs and not all.
 */
public final class BulkSplitter {
    /** Ours: packs that a crash may repeat. */
    private static final int PACKS_PER_NOTE = 16;
    /** Ours: longer than it takes to put as many packs. */
    private static final Duration HOLD = Duration.ofMinutes(5);

    /** Ours: then another invocation goes on, well before the host's {@code functionTimeout} kills the process with all its work. */
    private static final Duration WORK_MAX = Duration.ofMinutes(2);

    private final DeliveryQueue deliveries;
    private final Payloads payloads;
    private final Metrics metrics;
    private final InstantSource clock;

    public BulkSplitter(DeliveryQueue deliveries, Payloads payloads, Metrics metrics, InstantSource clock) {
        this.deliveries = deliveries;
        this.payloads = payloads;
        this.metrics = metrics;
        this.clock = clock;
    }

    void split(LeasedMessage held, BulkPublish bulk, DeliveryLog log) {
        Optional<DeliveryPack> whole = payloads.readBulk(bulk.payloadName());
        if (whole.isEmpty()) {
            log.trouble(
                    "payload " + bulk.payloadName() + " of message " + held.messageId() + " is gone",
                    "taken for a duplicate of something that ended before");
            metrics.add(Counter.MISSING_PAYLOAD_COUNT, 1, Pipeline.DELIVERIES);
            held.complete();
            return;
        }
        putPacks(held, bulk, whole.get(), clock.instant().plus(WORK_MAX));
    }

    /** How far it came is told in deliveries, which stay what they are when another version makes other packs of them. */
    private void putPacks(LeasedMessage held, BulkPublish bulk, DeliveryPack whole, Instant end) {
        List<DeliveryTask> left =
                whole.tasks().subList(bulk.tasksPut(), whole.tasks().size());
        int put = bulk.tasksPut();
        int packs = 0;
        for (List<DeliveryTask> part : Packer.split(left)) {
            if (packs > 0 && packs % PACKS_PER_NOTE == 0) {
                if (!clock.instant().isBefore(end)) {
                    held.progress(bulk.after(put, held.dequeueCount()), Duration.ZERO);
                    return;
                }
                held.progress(bulk.after(put, bulk.settledReceives()), HOLD);
            }
            DeliveryPack pack = DeliveryPack.of(whole.childId("bulk", List.of(put)), whole.due(), part);
            deliveries.put(PackCodec.encode(pack), Duration.ZERO);
            put += part.size();
            packs++;
        }
        held.complete();
    }
}
