package io.gridhook.adapter.telemetry;

import io.gridhook.core.delivery.Answer;
import io.gridhook.core.event.TraceContext;
import io.gridhook.port.Tracing;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.Optional;
import java.util.function.Supplier;

/** An attempt, from its POST to the answer, a late one included. */
final class AttemptSpan implements Tracing.Attempt {
    private final Span span;
    private final Optional<TraceContext> context;

    AttemptSpan(Span span, Optional<TraceContext> parent) {
        this.span = span;
        this.context = W3cText.of(span, parent);
    }

    @Override
    public Optional<TraceContext> context() {
        return context;
    }

    /** An agent that watches the HTTP client makes its span a child of this one, and sends that on instead. */
    @Override
    public <T> T within(Supplier<T> work) {
        return Context.root().with(span).wrapSupplier(work).get();
    }

    @Override
    public void ended(Answer answer) {
        String name = answer.outcome().wireName();
        span.setAttribute(SpanKeys.OUTCOME, name);
        if (answer.status() > 0) {
            span.setAttribute(SpanKeys.STATUS, (long) answer.status());
        }
        if (!answer.isDelivered()) {
            span.setAttribute(SpanKeys.ERROR, name);
            span.setStatus(StatusCode.ERROR);
        }
        span.end();
    }

    /** What it says may be anything, so its class has to do. */
    @Override
    public void broken(Throwable fault) {
        span.setAttribute(SpanKeys.ERROR, fault.getClass().getName());
        span.setStatus(StatusCode.ERROR);
        span.end();
    }
}
