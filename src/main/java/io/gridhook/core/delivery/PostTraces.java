package io.gridhook.core.delivery;

import io.gridhook.core.event.TraceContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The traces that the events of one POST are of. A request has one parent, so events of several traces, or one of none among them, give
 * it none; whoever makes spans has links instead.
 *
 * @param parent the first event's, if all events are of that trace
 * @param links all there are, each once, in their order, at most {@value #LINKS_MAX}
 */
public record PostTraces(Optional<TraceContext> parent, List<TraceContext> links) {
    /** Of events that are part of no trace. */
    public static final PostTraces NONE = new PostTraces(Optional.empty(), List.of());

    /** What OpenTelemetry keeps of a span's links unless it is told otherwise. */
    static final int LINKS_MAX = 128;

    public PostTraces {
        links = List.copyOf(links);
    }

    /** Those of {@code events}, one or more; costs nothing where there are none. */
    public static <T> PostTraces of(List<T> events, Function<T, Optional<TraceContext>> traceOf) {
        boolean isTraced = false;
        for (int i = 0; i < events.size() && !isTraced; i++) {
            isTraced = traceOf.apply(events.get(i)).isPresent();
        }
        return isTraced ? ofTraced(events, traceOf) : NONE;
    }

    private static <T> PostTraces ofTraced(List<T> events, Function<T, Optional<TraceContext>> traceOf) {
        Optional<TraceContext> first = traceOf.apply(events.get(0));
        boolean isShared = true;
        Set<TraceContext> all = new LinkedHashSet<>();
        for (T event : events) {
            Optional<TraceContext> trace = traceOf.apply(event);
            isShared &= trace.isPresent() && first.isPresent() && trace.get().isSameTrace(first.get());
            if (trace.isPresent() && all.size() < LINKS_MAX) {
                all.add(trace.get());
            }
        }
        return new PostTraces(isShared ? first : Optional.empty(), new ArrayList<>(all));
    }
}
