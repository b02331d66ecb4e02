package io.gridhook.core.delivery;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.event.Timestamps;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.trust.EndpointGuard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * One handshake with an endpoint: Event Grid's for its own and custom schemas (behaviour §4.2), that of CloudEvents for theirs (§4.4).
 *
 * @param subscription whose endpoint is asked
 * @param topicId the {@code topic} of the validation event
 * @param code what the endpoint is to echo; made anew for each handshake
 * @param validationUrl what somebody may open instead
 * @param started when
 */
public record Handshake(
        EventSubscription subscription, String topicId, UUID code, String validationUrl, Instant started) {
    /** Ours: beyond what an endpoint gets from us. An endpoint that echoes it is not slowed down. */
    public static final int REQUESTED_RATE = 600_000;

    private static final int OK = 200;
    private static final int JSON_DEPTH_MAX = 32;
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(JSON_DEPTH_MAX)
                            .build())
                    .build())
            .build();

    /** How the endpoint of {@code subscription} is asked. */
    public static HandshakeRequest.Method method(EventSubscription subscription) {
        return subscription.deliverySchema() == DeliverySchema.CLOUD_EVENT_V1_0
                ? HandshakeRequest.Method.OPTIONS
                : HandshakeRequest.Method.POST;
    }

    /**
     * What is sent. The subscription's own headers go along that no event gives their values (behaviour §12), and so do its token and
     * its signature: an endpoint that takes nothing without them could not agree otherwise.
     *
     * @param bearerToken for an Entra-protected webhook (behaviour §18)
     */
    public HandshakeRequest request(Optional<String> bearerToken) {
        HandshakeRequest.Method method = method(subscription);
        String url = subscription.destination().endpointUrl();
        List<Header> headers = new ArrayList<>();
        JsonText body = JsonText.of(method == HandshakeRequest.Method.POST ? validationEvent() : "");
        if (method == HandshakeRequest.Method.POST) {
            headers.add(new Header("Content-Type", "application/json; charset=utf-8"));
            headers.add(new Header("aeg-event-type", "SubscriptionValidation"));
            headers.add(new Header("aeg-subscription-name", subscription.name().toUpperCase(Locale.ROOT)));
            subscription
                    .destination()
                    .signing()
                    .ifPresent(secrets ->
                            headers.addAll(WebhookRequests.signature(secrets, "msg_" + code, started, body)));
        } else {
            headers.add(new Header("WebHook-Request-Origin", WebhookConsent.ORIGIN));
            headers.add(new Header("WebHook-Request-Callback", validationUrl));
            headers.add(new Header("WebHook-Request-Rate", Integer.toString(REQUESTED_RATE)));
        }
        headers.addAll(DeliveryAttributes.fixed(subscription.destination()));
        bearerToken.ifPresent(token -> headers.add(WebhookRequests.authorization(token)));
        return new HandshakeRequest(method, url, headers, body);
    }

    /** Its id need not differ from the code: nobody keeps it. */
    private String validationEvent() {
        ArrayNode events = JsonNodeFactory.instance.arrayNode();
        ObjectNode event = events.addObject();
        event.put("id", code.toString());
        event.put("topic", topicId);
        event.put("subject", "");
        event.putObject("data").put("validationCode", code.toString()).put("validationUrl", validationUrl);
        event.put("eventType", "Microsoft.EventGrid.SubscriptionValidationEvent");
        event.put("eventTime", Timestamps.iso(started));
        event.put("metadataVersion", "1");
        event.put("dataVersion", "1");
        return events.toString();
    }

    /** What {@code answer} means. */
    public HandshakeVerdict judge(HandshakeAnswer answer) {
        return answer.outcome()
                .match(
                        responded -> method(subscription) == HandshakeRequest.Method.POST
                                ? echo(responded.status(), answer.body())
                                : consent(responded.status(), answer),
                        () -> HandshakeVerdict.refused("it did not answer in time"),
                        unreachable -> HandshakeVerdict.refused(
                                unreachable.cause() == AttemptOutcome.Unreachable.Cause.RESOLUTION
                                        ? "its host name is not known, or none of its addresses may be called ("
                                                + EndpointGuard.SETTING + ")"
                                        : "no connection to it was made or held"));
    }

    /** §4.2: exactly 200, and the property in its one spelling. §4.3: 200 without the property leaves it to somebody. */
    private HandshakeVerdict echo(int status, String body) {
        if (status != OK) {
            return HandshakeVerdict.refused("it answered " + status + " (expected: 200)");
        }
        Optional<String> echoed = validationResponse(body);
        if (echoed.isEmpty()) {
            return HandshakeVerdict.awaited("it answered 200 without validationResponse");
        }
        return echoed.get().equals(code.toString())
                ? HandshakeVerdict.agreed(OptionalInt.empty())
                : HandshakeVerdict.refused(
                        "its validationResponse is another one (expected: the validationCode of the event)");
    }

    private static Optional<String> validationResponse(String body) {
        try {
            return Optional.ofNullable(JSON.readTree(withoutMark(body)).get("validationResponse"))
                    .map(JsonNode::asText);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** .NET's encoders write a byte order mark, which HTTP clients look over. */
    private static String withoutMark(String body) {
        return body.startsWith("\uFEFF") ? body.substring(1) : body;
    }

    /** §4.4: the header is the consent, whatever the success code; without it, a plain 200 leaves it to a call of the callback URL. */
    private static HandshakeVerdict consent(int status, HandshakeAnswer answer) {
        if (status < OK || status >= 300) {
            return HandshakeVerdict.refused("it answered " + status + " to OPTIONS (expected: 200)");
        }
        return WebhookConsent.read(answer.headers())
                .orElseGet(() -> status == OK
                        ? HandshakeVerdict.awaited("it answered 200 without WebHook-Allowed-Origin")
                        : HandshakeVerdict.refused(
                                "it answered " + status + " to OPTIONS without WebHook-Allowed-Origin (expected: "
                                        + WebhookConsent.ORIGIN + " or *)"));
    }
}
