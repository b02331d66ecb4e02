package io.gridhook.core.delivery;

import io.gridhook.core.delivery.PackedEvent.Kept;
import io.gridhook.core.event.TraceContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a pack says which trace its events are of: by an entry among the events that no task names, before those of its trace. It has the
 * form of an event kept in a blob, so whoever knows no traces reads past it, delivers without them, and writes the pack anew without it.
 */
final class PackedTrace {
    /** No payload's name begins so ({@link PayloadNames}). */
    private static final String MARK = "trace:";

    private static final char BETWEEN = ' ';

    private PackedTrace() {}

    /**
     * Events as a pack holds them: those of no trace, then each trace with its own, in the order in which they came. So a trace is there
     * once, and what some of the events take is never more than what all of them do.
     */
    static List<PackedEvent> withTraces(List<PackedEvent> events) {
        boolean isTraced = false;
        for (int i = 0; i < events.size() && !isTraced; i++) {
            isTraced = events.get(i).trace().isPresent();
        }
        if (!isTraced) {
            return events;
        }
        Map<Optional<TraceContext>, List<PackedEvent>> byTrace = new LinkedHashMap<>();
        byTrace.put(Optional.empty(), new ArrayList<>());
        events.forEach(event -> byTrace.computeIfAbsent(event.trace(), trace -> new ArrayList<>())
                .add(event));
        List<PackedEvent> entries = new ArrayList<>(events.size() + byTrace.size());
        byTrace.forEach((trace, ofTrace) -> {
            trace.ifPresent(known -> entries.add(entry(known)));
            entries.addAll(ofTrace);
        });
        return entries;
    }

    /** In bytes. */
    static int length(TraceContext trace) {
        return PackCodec.length(entry(trace));
    }

    private static PackedEvent entry(TraceContext trace) {
        String state = trace.tracestate();
        String name = MARK + trace.traceparent() + (state.isEmpty() ? "" : BETWEEN + state);
        return new PackedEvent(new Kept(name, 0, 1), Instant.EPOCH);
    }

    /** Whether it is no event. */
    static boolean isTrace(PackedEvent entry) {
        return entry.payload().match(inline -> false, kept -> kept.name().startsWith(MARK));
    }

    /** What such an entry says; empty if it was damaged. */
    static Optional<TraceContext> read(PackedEvent entry) {
        return entry.payload().match(inline -> Optional.empty(), kept -> {
            String text = kept.name().substring(MARK.length());
            int end = text.indexOf(BETWEEN);
            return end < 0
                    ? TraceContext.of(text, "")
                    : TraceContext.of(text.substring(0, end), text.substring(end + 1));
        });
    }
}
