package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import io.gridhook.app.ManagementException;
import io.gridhook.core.event.Excerpt;

/**
 * Errors in ARM's shape (behaviour §13.5): {@code {"error":{"code","message","details":[]}}}. {@code InvalidRequest} and {@code
 * ResourceNotFound} are Event Grid's own codes, as others saw them (Azure/azure-cli issue 11627, pulumi/pulumi-azure-native issue 1681).
 */
final class ArmErrors {
    /** Ours: characters of a message, whatever it repeats; the longest of ours has some 700. */
    private static final int MESSAGE_CHARS_MAX = 1_024;

    private ArmErrors() {}

    static HttpResponseMessage.Builder of(HttpRequestMessage<?> request, HttpStatus status, String code, String text) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("error", error(code, text));
        return JsonResponse.builder(request, status, json);
    }

    static ObjectNode error(String code, String text) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("code", code).put("message", Excerpt.of(text, MESSAGE_CHARS_MAX));
        error.putArray("details");
        return error;
    }

    static HttpResponseMessage invalid(HttpRequestMessage<?> request, String text) {
        return of(request, HttpStatus.BAD_REQUEST, "InvalidRequest", text).build();
    }

    static HttpResponseMessage methodNotAllowed(HttpRequestMessage<?> request, String allowed) {
        String text = "method: " + request.getHttpMethod() + " (expected: " + allowed + ")";
        return of(request, HttpStatus.METHOD_NOT_ALLOWED, "MethodNotAllowed", text)
                .header("Allow", allowed)
                .build();
    }

    static HttpResponseMessage unavailable(HttpRequestMessage<?> request, String text) {
        return of(request, HttpStatus.SERVICE_UNAVAILABLE, "ServiceUnavailable", text)
                .header("Retry-After", String.valueOf(ErrorResponse.RETRY_AFTER_SECONDS))
                .build();
    }

    static HttpResponseMessage refused(HttpRequestMessage<?> request, ManagementException e) {
        HttpStatus status = status(e.kind());
        HttpResponseMessage.Builder answer = of(request, status, code(e.kind()), e.getMessage());
        boolean isLater = status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE;
        return (isLater ? answer.header("Retry-After", ErrorResponse.retryAfter(e.retryAfter())) : answer).build();
    }

    private static HttpStatus status(ManagementException.Kind kind) {
        return switch (kind) {
            case INVALID, NOT_VALIDATED -> HttpStatus.BAD_REQUEST;
            case TOO_LARGE -> HttpStatus.PAYLOAD_TOO_LARGE;
            case NOT_FOUND -> HttpStatus.NOT_FOUND;
            case CONFLICT -> HttpStatus.CONFLICT;
            case UNAUTHORIZED -> HttpStatus.UNAUTHORIZED;
            case FORBIDDEN -> HttpStatus.FORBIDDEN;
            case TOO_MANY_FAILURES, TOO_MANY_REQUESTS -> HttpStatus.TOO_MANY_REQUESTS;
            case UNAVAILABLE -> HttpStatus.SERVICE_UNAVAILABLE;
        };
    }

    private static String code(ManagementException.Kind kind) {
        return switch (kind) {
            case INVALID -> "InvalidRequest";
            // Event Grid's code for it.
            case NOT_VALIDATED -> "Url validation";
            case TOO_LARGE -> "RequestContentTooLarge";
            case NOT_FOUND -> "ResourceNotFound";
            case CONFLICT -> "Conflict";
            case UNAUTHORIZED -> "AuthenticationFailed";
            case FORBIDDEN -> "AuthorizationFailed";
            case TOO_MANY_FAILURES, TOO_MANY_REQUESTS -> "TooManyRequests";
            case UNAVAILABLE -> "ServiceUnavailable";
        };
    }
}
