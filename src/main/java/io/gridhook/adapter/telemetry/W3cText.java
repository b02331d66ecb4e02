package io.gridhook.adapter.telemetry;

import io.gridhook.core.event.TraceContext;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link TraceContext} in OpenTelemetry's terms. */
final class W3cText {
    private static final W3CTraceContextPropagator PROPAGATOR = W3CTraceContextPropagator.getInstance();

    private W3cText() {}

    private static @Nullable String header(@Nullable TraceContext trace, String name) {
        if (trace == null) {
            return null;
        }
        return switch (name) {
            case TraceContext.TRACEPARENT -> trace.traceparent();
            case TraceContext.TRACESTATE -> trace.tracestate();
            default -> null;
        };
    }

    /** One in which this is the parent, and nothing else is. */
    static Context context(Optional<TraceContext> parent) {
        return parent.isPresent() ? PROPAGATOR.extract(Context.root(), parent.get(), W3cText::header) : Context.root();
    }

    static SpanContext spanContext(TraceContext trace) {
        return Span.fromContext(context(Optional.of(trace))).getSpanContext();
    }

    /** What is to be sent as being part of {@code span}; {@code instead} if it has no ids, which an agent that is switched off does not give. */
    static Optional<TraceContext> of(Span span, Optional<TraceContext> instead) {
        Map<String, String> headers = new HashMap<>();
        PROPAGATOR.inject(Context.root().with(span), headers, (carrier, name, value) -> {
            if (carrier != null) {
                carrier.put(name, value);
            }
        });
        Optional<TraceContext> made = TraceContext.of(headers);
        return made.isPresent() ? made : instead;
    }
}
