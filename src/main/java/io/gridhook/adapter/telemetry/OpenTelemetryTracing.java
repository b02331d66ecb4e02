package io.gridhook.adapter.telemetry;

import io.gridhook.core.delivery.PostTraces;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.Tracing;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.List;
import java.util.Optional;

/**
 * A span for each publish and each attempt, by OpenTelemetry's conventions for messaging: {@code publish <topic>}, as the server of a
 * request, and {@code deliver <topic>}, as the client of one.
 */
final class OpenTelemetryTracing implements Tracing {
    /** Gridhook is none of the systems that the conventions name. */
    private static final String SYSTEM = "gridhook";

    private final Tracer tracer;

    OpenTelemetryTracing(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Its parent is the span of the function call, where an agent makes one; else what came. */
    @Override
    public Publishing publish(String topic, Optional<TraceContext> came) {
        Context call = Context.current();
        boolean isWithinCall = Span.fromContext(call).getSpanContext().isValid();
        Span span = builder("publish", "send", topic)
                .setSpanKind(SpanKind.SERVER)
                .setParent(isWithinCall ? call : W3cText.context(came))
                .startSpan();
        return new PublishSpan(span, came);
    }

    /** Nothing of whoever's thread this is: a POST may carry many publishes' events. */
    @Override
    public Attempt attempt(EventSubscription subscription, int number, List<Event> events, PostTraces traces) {
        SpanBuilder builder = builder("deliver", "deliver", subscription.topic())
                .setSpanKind(SpanKind.CLIENT)
                .setParent(W3cText.context(traces.parent()))
                .setAttribute(SpanKeys.SUBSCRIPTION, subscription.name())
                .setAttribute(SpanKeys.HOST, subscription.destination().endpointHost())
                .setAttribute(SpanKeys.ATTEMPT, (long) number);
        if (events.size() == 1) {
            builder.setAttribute(SpanKeys.EVENT_ID, events.get(0).attributes().id());
        } else {
            builder.setAttribute(SpanKeys.EVENTS, (long) events.size());
        }
        for (TraceContext link : traces.links()) {
            if (!traces.parent().equals(Optional.of(link))) {
                builder.addLink(W3cText.spanContext(link));
            }
        }
        return new AttemptSpan(builder.startSpan(), traces.parent());
    }

    private SpanBuilder builder(String operation, String type, String topic) {
        return tracer.spanBuilder(operation + " " + topic)
                .setAttribute(SpanKeys.SYSTEM, SYSTEM)
                .setAttribute(SpanKeys.OPERATION, operation)
                .setAttribute(SpanKeys.OPERATION_TYPE, type)
                .setAttribute(SpanKeys.TOPIC, topic);
    }
}
