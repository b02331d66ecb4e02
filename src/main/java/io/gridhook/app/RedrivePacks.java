package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.Packer;
import io.gridhook.core.delivery.PayloadNames;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.event.Event;
import io.gridhook.port.Metrics.Counter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Puts events that are sent again into {@code deliveries}, as if they had just been published to one subscription. */
final class RedrivePacks {
    private final Ports ports;

    RedrivePacks(Ports ports) {
        this.ports = ports;
    }

    /**
     * Puts some; all of them are durable when this returns. Their time to live begins anew, and so do their attempts.
     *
     * @param events 1 or more, together {@link RedriveRun#BYTES_MAX} at most but for one
     * @param due when they are to be delivered
     */
    void put(SubscriptionRef target, List<Event> events, Instant now, Instant due) {
        List<DeliveryTask> tasks = events.stream()
                .map(event ->
                        new DeliveryTask(new PackedEvent(new PackedEvent.Inline(event), now), target, TaskState.NEW))
                .toList();
        for (List<DeliveryTask> part : Packer.split(inMessages(tasks, now))) {
            // Never the same twice: a pack's id names its dead letters, and the next may hold others.
            DeliveryPack pack = DeliveryPack.of(ports.ids().get(), due, part);
            ports.deliveries()
                    .put(PackCodec.encode(pack), due.isAfter(now) ? Duration.between(now, due) : Duration.ZERO);
        }
        ports.metrics().add(Counter.MATCHED_EVENT_COUNT, events.size(), target.topic(), target.name());
    }

    /**
     * Large events stay in one blob; the rest, or all of what fits one message, does not need one. All of an event counts: a forged custom one
     * may have little data and a long subject.
     */
    private List<DeliveryTask> inMessages(List<DeliveryTask> tasks, Instant now) {
        boolean hasLarge = tasks.stream().anyMatch(task -> Packer.bytesOf(List.of(task)) > Packer.INLINE_BYTES_MAX);
        if (!hasLarge || Packer.fits(tasks)) {
            return tasks;
        }
        UUID id = ports.ids().get();
        String name = PayloadNames.of(now, id);
        DeliveryPack whole = DeliveryPack.of(id, now, tasks);
        ports.payloads().put(name, PackCodec.toBytes(whole));
        return PackCodec.leftIn(name, whole, Packer.INLINE_BYTES_MAX).tasks();
    }
}
