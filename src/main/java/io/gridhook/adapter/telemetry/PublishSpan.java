package io.gridhook.adapter.telemetry;

import io.gridhook.core.event.TraceContext;
import io.gridhook.port.Tracing;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.Optional;

/** A publish, from its arrival to its answer. */
final class PublishSpan implements Tracing.Publishing {
    private final Span span;
    private final Optional<TraceContext> context;

    PublishSpan(Span span, Optional<TraceContext> came) {
        this.span = span;
        this.context = W3cText.of(span, came);
    }

    @Override
    public Optional<TraceContext> context() {
        return context;
    }

    @Override
    public void accepted(int events) {
        if (events != 1) {
            span.setAttribute(SpanKeys.EVENTS, (long) events);
        }
        span.end();
    }

    @Override
    public void refused(String error) {
        span.setAttribute(SpanKeys.ERROR, error);
        span.setStatus(StatusCode.ERROR);
        span.end();
    }
}
