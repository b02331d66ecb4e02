package io.gridhook.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import java.util.UUID;

/** Responses with what every response has: an {@code x-ms-request-id} of their own. */
final class JsonResponse {
    static final String REQUEST_ID = "x-ms-request-id";

    static final String TYPE = "application/json; charset=utf-8";

    private JsonResponse() {}

    static HttpResponseMessage ok(HttpRequestMessage<?> request, JsonNode json) {
        return builder(request, HttpStatus.OK, json).build();
    }

    /** 200 without a body. */
    static HttpResponseMessage empty(HttpRequestMessage<?> request) {
        return empty(request, HttpStatus.OK).build();
    }

    /**
     * A status without a body. The host calls it {@code text/plain} where no type is set, and no function can prevent that; a 304 names
     * the type of what it stands for, as a cache takes over its headers (RFC 9111 §4.3.4).
     */
    static HttpResponseMessage.Builder empty(HttpRequestMessage<?> request, HttpStatus status) {
        return request.createResponseBuilder(status)
                .header(REQUEST_ID, UUID.randomUUID().toString());
    }

    static HttpResponseMessage.Builder builder(HttpRequestMessage<?> request, HttpStatus status, JsonNode json) {
        return builder(request, UUID.randomUUID().toString(), status, json);
    }

    /** With an id that the body names too. */
    static HttpResponseMessage.Builder builder(
            HttpRequestMessage<?> request, String requestId, HttpStatus status, JsonNode json) {
        return request.createResponseBuilder(status)
                .header(REQUEST_ID, requestId)
                .header("Content-Type", TYPE)
                .body(json.toString());
    }
}
