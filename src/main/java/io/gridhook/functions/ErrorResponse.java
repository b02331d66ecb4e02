package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import io.gridhook.core.event.Excerpt;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Errors in the two shapes of Event Grid: {@code details} is an array in the cloud (behaviour §9.5), an object on IoT Edge (§14). */
final class ErrorResponse {
    /** Ours: seconds after which a storage that refused is worth another try. */
    static final int RETRY_AFTER_SECONDS = 5;

    /** Ours: characters of a message, whatever it repeats; the longest of ours has some 600. */
    private static final int MESSAGE_CHARS_MAX = 1_024;

    private ErrorResponse() {}

    /** The cloud's shape: {@code {"error":{"code","message","details":[{"code","message"}]}}}, its first code being the status's name. */
    static HttpResponseMessage.Builder cloud(
            HttpRequestMessage<?> request, String requestId, HttpStatus status, String detailCode, String message) {
        String shown = Excerpt.of(message, MESSAGE_CHARS_MAX);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode error =
                json.putObject("error").put("code", statusName(status)).put("message", shown);
        error.putArray("details").addObject().put("code", detailCode).put("message", shown);
        return JsonResponse.builder(request, requestId, status, json);
    }

    /** IoT Edge's shape: {@code {"error":{"code","details":{"code","message"}}}}, its first code being the status's name. */
    static HttpResponseMessage edge(
            HttpRequestMessage<?> request, HttpStatus status, String detailCode, String message) {
        return edgeBuilder(request, status, detailCode, message).build();
    }

    /** IoT Edge's shape, to be given further headers. */
    static HttpResponseMessage.Builder edgeBuilder(
            HttpRequestMessage<?> request, HttpStatus status, String detailCode, String message) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode error = json.putObject("error").put("code", statusName(status));
        error.putObject("details").put("code", detailCode).put("message", Excerpt.of(message, MESSAGE_CHARS_MAX));
        return JsonResponse.builder(request, status, json);
    }

    /** 503 with {@code Retry-After}, in IoT Edge's shape. */
    static HttpResponseMessage edgeUnavailable(HttpRequestMessage<?> request, String message) {
        return edgeLater(request, HttpStatus.SERVICE_UNAVAILABLE, message, Optional.empty());
    }

    /** A status with {@code Retry-After}, in IoT Edge's shape. */
    static HttpResponseMessage edgeLater(
            HttpRequestMessage<?> request, HttpStatus status, String message, Optional<Duration> retryAfter) {
        return edgeBuilder(request, status, statusName(status), message)
                .header("Retry-After", retryAfter(retryAfter))
                .build();
    }

    /** The header's whole seconds: never sooner than was said, and never 0. */
    static String retryAfter(Optional<Duration> said) {
        return String.valueOf(
                said.map(wait -> Math.max(1, wait.plusMillis(999).toSeconds())).orElse((long) RETRY_AFTER_SECONDS));
    }

    /** 405 with {@code Allow}, in IoT Edge's shape. */
    static HttpResponseMessage edgeMethodNotAllowed(HttpRequestMessage<?> request, String allowed) {
        HttpStatus status = HttpStatus.METHOD_NOT_ALLOWED;
        String message = "method: " + request.getHttpMethod() + " (expected: " + allowed + ")";
        return edgeBuilder(request, status, statusName(status), message)
                .header("Allow", allowed)
                .build();
    }

    /** The name of a status as Event Grid spells it: {@code BadRequest}. */
    static String statusName(HttpStatus status) {
        StringBuilder name = new StringBuilder();
        for (String word : status.name().split("_", -1)) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }
}
