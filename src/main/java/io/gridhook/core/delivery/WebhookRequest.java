package io.gridhook.core.delivery;

import io.gridhook.core.event.JsonText;
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

    /** URL, headers and events are nobody's business in logs. */
    @Override
    public String toString() {
        return "WebhookRequest" + headers;
    }
}
