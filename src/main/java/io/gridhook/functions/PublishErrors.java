package io.gridhook.functions;

import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import io.gridhook.app.PublishRefusedException;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.event.InvalidEventException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** The errors of a publish, with the codes of behaviour §9.4–9.5, in the shape of the route that was called (DESIGN §4). */
enum PublishErrors {
    CLOUD {
        @Override
        HttpResponseMessage.Builder answer(
                HttpRequestMessage<?> request, Instant now, HttpStatus status, String detailCode, String message) {
            String requestId = UUID.randomUUID().toString();
            String report = isReported(status) ? report(requestId, now) : "";
            return ErrorResponse.cloud(request, requestId, status, detailCode, message + report);
        }
    },
    EDGE {
        @Override
        HttpResponseMessage.Builder answer(
                HttpRequestMessage<?> request, Instant now, HttpStatus status, String detailCode, String message) {
            return ErrorResponse.edgeBuilder(request, status, detailCode, message);
        }
    };

    private static final DateTimeFormatter REPORT_TIME =
            DateTimeFormatter.ofPattern("M/d/yyyy h:mm:ss a '(UTC)'", Locale.US).withZone(ZoneOffset.UTC);

    abstract HttpResponseMessage.Builder answer(
            HttpRequestMessage<?> request, Instant now, HttpStatus status, String detailCode, String message);

    /** Behaviour §9.5: what the publisher may have done wrong, but for what is too large. */
    private static boolean isReported(HttpStatus status) {
        return status.value() < 500 && status != HttpStatus.PAYLOAD_TOO_LARGE;
    }

    private static String report(String requestId, Instant now) {
        return " Report '" + requestId + ":1:" + REPORT_TIME.format(now)
                + "' to our forums for assistance or raise a support ticket.";
    }

    private HttpResponseMessage error(
            HttpRequestMessage<?> request, Instant now, HttpStatus status, String detailCode, String message) {
        return answer(request, now, status, detailCode, message).build();
    }

    HttpResponseMessage methodNotAllowed(HttpRequestMessage<?> request, Instant now, String allowed) {
        HttpStatus status = HttpStatus.METHOD_NOT_ALLOWED;
        String message = "method: " + request.getHttpMethod() + " (expected: " + allowed + ")";
        return answer(request, now, status, ErrorResponse.statusName(status), message)
                .header("Allow", allowed)
                .build();
    }

    private HttpResponseMessage later(
            HttpRequestMessage<?> request,
            Instant now,
            HttpStatus status,
            String message,
            Optional<Duration> retryAfter) {
        return answer(request, now, status, ErrorResponse.statusName(status), message)
                .header("Retry-After", ErrorResponse.retryAfter(retryAfter))
                .build();
    }

    HttpResponseMessage notFound(HttpRequestMessage<?> request, Instant now) {
        return error(
                request,
                now,
                HttpStatus.NOT_FOUND,
                "ResourceNotFound",
                "No HTTP resource was found that matches the request URI '"
                        + Excerpt.of(CalledUrl.of(request).getPath()) + "'.");
    }

    HttpResponseMessage unreadableUrl(HttpRequestMessage<?> request, Instant now, String message) {
        return error(request, now, HttpStatus.BAD_REQUEST, "InvalidRequest", message);
    }

    HttpResponseMessage lengthRequired(HttpRequestMessage<?> request, Instant now) {
        return error(
                request,
                now,
                HttpStatus.LENGTH_REQUIRED,
                "LengthRequired",
                "Content-Length: missing (expected: the length of the body; chunked requests are not taken)");
    }

    HttpResponseMessage invalid(HttpRequestMessage<?> request, Instant now, InvalidEventException e) {
        String message = String.valueOf(e.getMessage());
        return switch (e.kind()) {
            case INPUT_JSON_INVALID -> error(request, now, HttpStatus.BAD_REQUEST, "InputJsonInvalid", message);
            case INVALID_CLOUD_EVENT_HEADER ->
                error(request, now, HttpStatus.BAD_REQUEST, "InvalidCloudEventHeader", message);
            case INVALID_CONTENT_TYPE ->
                error(request, now, HttpStatus.UNSUPPORTED_MEDIA_TYPE, "InvalidContentType", message);
            case PAYLOAD_TOO_LARGE -> error(request, now, HttpStatus.PAYLOAD_TOO_LARGE, "PayloadTooLarge", message);
        };
    }

    HttpResponseMessage refused(HttpRequestMessage<?> request, Instant now, PublishRefusedException e) {
        String message = String.valueOf(e.getMessage());
        return switch (e.kind()) {
            case TOPIC_NOT_FOUND -> error(request, now, HttpStatus.NOT_FOUND, "ResourceNotFound", message);
            case CREDENTIALS_EMPTY, CREDENTIALS_MALFORMED ->
                error(request, now, HttpStatus.BAD_REQUEST, "InvalidSas", message);
            case CREDENTIALS_MISSING, CREDENTIALS_WRONG, CREDENTIALS_EXPIRED, CREDENTIALS_DISABLED ->
                error(request, now, HttpStatus.UNAUTHORIZED, "Unauthorized", message);
            case CREDENTIALS_FORBIDDEN -> error(request, now, HttpStatus.FORBIDDEN, "Forbidden", message);
            case TOO_MANY_FAILURES -> later(request, now, HttpStatus.TOO_MANY_REQUESTS, message, e.retryAfter());
            case UNAVAILABLE, UNCERTAIN -> later(request, now, HttpStatus.SERVICE_UNAVAILABLE, message, e.retryAfter());
        };
    }
}
