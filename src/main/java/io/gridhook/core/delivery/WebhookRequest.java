package io.gridhook.core.delivery;

import io.gridhook.core.event.JsonText;
import io.gridhook.core.event.TraceContext;
import java.util.ArrayList;
import java.util.List;

/**
 * One POST to an endpoint, ready to be sent.
 *
 * @param endpointUrl where, query string untouched
 * @param headers name and value, in order; names are unique; values are printable ASCII
 * @param body the whole body
 */
public record WebhookRequest(String endpointUrl, List<Header> headers, JsonText body) {
    /** One header line. */
    public record Header(String name, String value) {
        /** Values carry secrets. */
        @Override
        public String toString() {
            return "Header[" + name + "]";
        }
    }

    public WebhookRequest {
        headers = List.copyOf(headers);
    }

    /**
     * With the headers of a trace beside its own (W3C Trace Context §3). A subscription's own header of such a name stays: whoever set
     * it, as Event Grid's users must (behaviour §21), means it. Beside a {@code traceparent} of its own none of ours is sent, or the two
     * headers would be of different traces.
     */
    public WebhookRequest traced(TraceContext trace) {
        if (has(TraceContext.TRACEPARENT)) {
            return this;
        }
        List<Header> traced = new ArrayList<>(headers);
        traced.add(new Header(TraceContext.TRACEPARENT, trace.traceparent()));
        if (!trace.tracestate().isEmpty() && !has(TraceContext.TRACESTATE)) {
            traced.add(new Header(TraceContext.TRACESTATE, trace.tracestate()));
        }
        return new WebhookRequest(endpointUrl, traced, body);
    }

    private boolean has(String name) {
        return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
    }

    /** URL, headers and events are nobody's business in logs. */
    @Override
    public String toString() {
        return "WebhookRequest" + headers;
    }
}
