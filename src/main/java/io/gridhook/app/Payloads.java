package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.PackedEvent.Kept;
import io.gridhook.core.delivery.Packer;
import io.gridhook.core.delivery.PayloadNames;
import io.gridhook.core.event.Event;
import io.gridhook.port.PayloadStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    /** Reads the events of one pack: those that lie close together in a blob are one read. Each pack's own, as it holds what it read. */
    Reader reader(List<DeliveryTask> tasks) {
        Map<String, Span> spans = new HashMap<>();
        Set<Kept> seen = new HashSet<>();
        for (DeliveryTask task : tasks) {
            task.event()
                    .payload()
                    .match(
                            inline -> false,
                            kept -> seen.add(kept) && spans.merge(kept.name(), Span.of(kept), Span::and) == null);
        }
        return new Reader(spans);
    }

    /** See {@link #reader}. */
    final class Reader {
        private final Map<String, Span> spans;
        private final Map<String, Optional<byte[]>> contents = new HashMap<>();

        private Reader(Map<String, Span> spans) {
            this.spans = spans;
        }

        /**
         * The event, or empty if its blob is gone: a duplicate of something that ended long ago. A blob that holds no event where one should
         * be was damaged, and is as good as gone: no later read would find more.
         */
        Optional<Event> read(PackedEvent packed) {
            return packed.payload().match(inline -> Optional.of(inline.event()), this::read);
        }

        private Optional<Event> read(Kept kept) {
            Span span = spans.getOrDefault(kept.name(), Span.of(kept));
            if (!span.isDense()) {
                return store.get(kept.name(), kept.offset(), kept.length())
                        .flatMap(bytes -> PackCodec.readKept(bytes, 0, kept.length()));
            }
            Optional<byte[]> content = contents.computeIfAbsent(
                    kept.name(), name -> store.get(name, span.from(), (int) (span.to() - span.from())));
            int offset = (int) (kept.offset() - span.from());
            return content.flatMap(bytes -> PackCodec.readKept(bytes, offset, kept.length()));
        }
    }

    /** What some events take of a blob: from the first to the last of them, and themselves. */
    private record Span(long from, long to, long bytes) {
        /** Ours: as much as a pack sends. */
        private static final long MAX = Packer.SENT_BYTES_MAX;

        static Span of(Kept kept) {
            return new Span(kept.offset(), kept.offset() + kept.length(), kept.length());
        }

        Span and(Span other) {
            return new Span(Math.min(from, other.from), Math.max(to, other.to), bytes + other.bytes);
        }

        /** Whether one read of all is no more than twice what is wanted. */
        boolean isDense() {
            return to - from <= Math.min(2 * bytes, MAX);
        }
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
        return event.with(new Kept(name, 0, kept.length()));
    }
}
