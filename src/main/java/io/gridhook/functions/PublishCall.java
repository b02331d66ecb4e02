package io.gridhook.functions;

import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import io.gridhook.app.PublishRefusedException;
import io.gridhook.app.Publisher;
import io.gridhook.app.PublisherCredentials;
import io.gridhook.app.Readiness;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.event.PublishedBody;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;

/** A publish request and its answers (behaviour §9.4, §9.7). */
final class PublishCall {
    private static final String KEY = "aeg-sas-key";
    private static final String ALLOWED = "OPTIONS, POST";
    private static final String API_VERSION = "2018-01-01";

    private final Publisher publisher;
    private final InstantSource clock;
    private final Readiness readiness;

    /** The call to an app that has started; {@code clock} is the time in error messages. */
    PublishCall(Publisher publisher, InstantSource clock) {
        this(publisher, clock, Readiness.READY);
    }

    PublishCall(Publisher publisher, InstantSource clock, Readiness readiness) {
        this.publisher = publisher;
        this.clock = clock;
        this.readiness = readiness;
    }

    HttpResponseMessage answer(HttpRequestMessage<Optional<String>> request, String topic, PublishErrors errors) {
        if (readiness.obstacle().isPresent()) {
            return errors.refused(
                    request,
                    clock.instant(),
                    new PublishRefusedException(PublishRefusedException.Kind.UNAVAILABLE, Readiness.REFUSAL));
        }
        try {
            return byMethod(request, topic, errors);
        } catch (CalledUrl.UnreadableException e) {
            return errors.unreadableUrl(request, clock.instant(), e.getMessage());
        }
    }

    private HttpResponseMessage byMethod(
            HttpRequestMessage<Optional<String>> request, String topic, PublishErrors errors) {
        return switch (request.getHttpMethod()) {
            case POST -> publish(request, topic, errors);
            case OPTIONS -> options(request, topic, errors);
            case HEAD -> errors.notFound(request, clock.instant());
            default -> errors.methodNotAllowed(request, clock.instant(), ALLOWED);
        };
    }

    private HttpResponseMessage publish(
            HttpRequestMessage<Optional<String>> request, String topic, PublishErrors errors) {
        Map<String, String> headers = request.getHeaders();
        if (hasNoLength(headers)) {
            // The worker would hand over an empty body (functions-runtime §0.2).
            return errors.lengthRequired(request, clock.instant());
        }
        PublishedBody body = new PublishedBody(
                headers.getOrDefault("content-type", ""),
                headers,
                request.getBody().orElse(""));
        try {
            publisher.publish(topic, credentials(request), body).join();
            return accepted(request);
        } catch (InvalidEventException e) {
            return errors.invalid(request, clock.instant(), e);
        } catch (PublishRefusedException e) {
            return errors.refused(request, clock.instant(), e);
        } catch (CompletionException e) {
            if (e.getCause() instanceof PublishRefusedException refused) {
                return errors.refused(request, clock.instant(), refused);
            }
            throw e;
        }
    }

    private HttpResponseMessage options(
            HttpRequestMessage<Optional<String>> request, String topic, PublishErrors errors) {
        try {
            EventSchema schema = publisher.inputSchema(topic);
            HttpResponseMessage.Builder response = responseBuilder(request).header("Allow", ALLOWED);
            // Which value a custom-schema topic shows is not known (behaviour §9.7).
            return switch (schema) {
                case EVENT_GRID ->
                    response.header("aeg-input-event-schema", "EventGridEvent").build();
                case CLOUD_EVENT_V1_0 ->
                    response.header("aeg-input-event-schema", "CloudEventV10").build();
                case CUSTOM -> response.build();
            };
        } catch (PublishRefusedException e) {
            return errors.refused(request, clock.instant(), e);
        }
    }

    private static boolean hasNoLength(Map<String, String> headers) {
        String encoding = headers.getOrDefault("transfer-encoding", "");
        return encoding.toLowerCase(Locale.ROOT).contains("chunked") || !headers.containsKey("content-length");
    }

    private static PublisherCredentials credentials(HttpRequestMessage<?> request) {
        Map<String, String> headers = request.getHeaders();
        return new PublisherCredentials(
                Optional.ofNullable(headers.get(KEY)),
                Optional.ofNullable(headers.get("aeg-sas-token")),
                Optional.ofNullable(headers.get("authorization")),
                Optional.ofNullable(request.getQueryParameters().get(KEY)),
                CalledUrl.of(request).getPath(),
                Optional.ofNullable(headers.get("x-forwarded-for")));
    }

    private static HttpResponseMessage accepted(HttpRequestMessage<?> request) {
        return responseBuilder(request).build();
    }

    private static HttpResponseMessage.Builder responseBuilder(HttpRequestMessage<?> request) {
        return request.createResponseBuilder(HttpStatus.OK)
                .header("api-supported-versions", API_VERSION)
                .header(JsonResponse.REQUEST_ID, UUID.randomUUID().toString());
    }
}
