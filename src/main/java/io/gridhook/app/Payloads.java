package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.PackedEvent.Kept;
import io.gridhook.core.delivery.PayloadNames;
import io.gridhook.core.event.Event;
import io.gridhook.port.PayloadStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** The events that are kept in blobs: read for a delivery, and written anew before age takes them from a pack that still needs them. */
public final class Payloads {
    /** Ours: a message may show this much later than it should, by our own faults, and still find its payload. */
    private static final Duration MARGIN = Duration.ofDays(2);

    private final PayloadStore store;
    private final Duration retention;
    private final InstantSource clock;
    private final Supplier<UUID> newId;

    /**
     * Payloads of one app.
     *
     * @param retention the age at which the sweep deletes them
     */
    public Payloads(PayloadStore store, Duration retention, InstantSource clock, Supplier<UUID> newId) {
        this.store = store;
        this.retention = retention;
        this.clock = clock;
        this.newId = newId;
    }

    /** The event, or empty if its blob is gone: a duplicate of something that ended long ago. */
    Optional<Event> read(PackedEvent packed) {
        return packed.payload().match(inline -> Optional.of(inline.event()), kept -> store.get(
                        kept.name(), kept.offset(), kept.length())
                .map(PackCodec::readKept));
    }

    /** The event's id where it is in the message; {@code ""} where only its blob knows. */
    static String idOf(PackedEvent packed) {
        return packed.payload().match(inline -> inline.event().attributes().id(), kept -> "");
    }

    /** All of a publish that was too large for one pack, or empty if its blob is gone. */
    Optional<DeliveryPack> readBulk(String payloadName) {
        return store.get(payloadName).map(content -> PackCodec.fromPayload(payloadName, content));
    }

    /** The same tasks, their payloads sure to be there when {@code due} has come. */
    List<DeliveryTask> keptUntil(List<DeliveryTask> tasks, Instant due) {
        IdentityHashMap<PackedEvent, PackedEvent> rewritten = new IdentityHashMap<>();
        return tasks.stream()
                .map(task -> task.with(rewritten.computeIfAbsent(task.event(), event -> keptUntil(event, due))))
                .toList();
    }

    private PackedEvent keptUntil(PackedEvent event, Instant due) {
        return event.payload().match(inline -> event, kept -> lasts(kept, due) ? event : rewrite(event, kept));
    }

    private boolean lasts(Kept kept, Instant due) {
        return due.plus(MARGIN).isBefore(PayloadNames.written(kept.name()).plus(retention));
    }

    private PackedEvent rewrite(PackedEvent event, Kept kept) {
        Optional<byte[]> content = store.get(kept.name(), kept.offset(), kept.length());
        if (content.isEmpty()) {
            return event;
        }
        String name = PayloadNames.of(clock.instant(), newId.get());
        store.put(name, content.get());
        return new PackedEvent(new Kept(name, 0, kept.length()), event.publishTime());
    }
}
