package io.gridhook.core.delivery;

import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.JsonText;
import java.util.List;

/**
 * The question whether an endpoint agrees to receive events (behaviour §4), or a {@link TestEvent}: what is sent for its answer to be read.
 *
 * @param method how it is put
 * @param endpointUrl where, query string untouched
 * @param headers name and value, in order; names are unique; values are printable ASCII
 * @param body of a POST; empty for OPTIONS
 */
public record HandshakeRequest(Method method, String endpointUrl, List<Header> headers, JsonText body) {
    /** Event Grid's handshake is a POST, that of CloudEvents an OPTIONS request. */
    public enum Method {
        POST,
        OPTIONS
    }

    public HandshakeRequest {
        headers = List.copyOf(headers);
    }

    /** The validation URL in it is a secret, as the endpoint's query string may be. */
    @Override
    public String toString() {
        return "HandshakeRequest[" + method + "]";
    }
}
