package io.gridhook.core.delivery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.event.Timestamps;
import io.gridhook.core.topic.EventSubscription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * The last that an endpoint hears of a subscription (behaviour §3.4): an event of type {@code
 * Microsoft.EventGrid.SubscriptionDeletedEvent} under the header {@code aeg-event-type: SubscriptionDeletion}.
 *
 * <p>Ours, as no edition shows it: who gets CloudEvents gets it as one, as nothing else would be read there; everybody else gets it as
 * Event Grid's schema, as the validation event is (§4.2).
 *
 * @param topicId the {@code topic} or {@code source} of the event
 * @param id of the event
 * @param deleted when
 */
public record DeletionNotice(EventSubscription subscription, String topicId, UUID id, Instant deleted) {
    private static final String TYPE = "Microsoft.EventGrid.SubscriptionDeletedEvent";

    /**
     * What is sent; with the headers, the token and the signature that the endpoint's deliveries have, as far as no event gives them
     * their values.
     *
     * @param bearerToken for an Entra-protected webhook (behaviour §18)
     */
    public WebhookRequest request(Optional<String> bearerToken) {
        boolean isCloudEvent = subscription.deliverySchema() == DeliverySchema.CLOUD_EVENT_V1_0;
        JsonText body = JsonText.of(isCloudEvent ? cloudEvent() : eventGridEvent());
        List<Header> headers = new ArrayList<>();
        headers.add(new Header(
                "Content-Type",
                isCloudEvent ? "application/cloudevents+json; charset=utf-8" : "application/json; charset=utf-8"));
        headers.add(new Header("aeg-subscription-name", subscription.name().toUpperCase(Locale.ROOT)));
        headers.add(new Header("aeg-event-type", "SubscriptionDeletion"));
        if (isCloudEvent) {
            headers.add(new Header("Origin", WebhookConsent.ORIGIN));
        }
        headers.addAll(DeliveryAttributes.fixed(subscription.destination()));
        bearerToken.ifPresent(token -> headers.add(WebhookRequests.authorization(token)));
        subscription
                .destination()
                .signing()
                .ifPresent(secrets -> headers.addAll(WebhookRequests.signature(secrets, "msg_" + id, deleted, body)));
        return new WebhookRequest(subscription.destination().endpointUrl(), headers, body);
    }

    private String eventGridEvent() {
        ArrayNode events = JsonNodeFactory.instance.arrayNode();
        ObjectNode event = events.addObject();
        event.put("id", id.toString());
        event.put("topic", topicId);
        event.put("subject", "");
        event.putObject("data").put("eventSubscriptionId", eventSubscriptionId());
        event.put("eventType", TYPE);
        event.put("eventTime", Timestamps.iso(deleted));
        event.put("metadataVersion", "1");
        event.put("dataVersion", "1");
        return events.toString();
    }

    private String cloudEvent() {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("specversion", "1.0");
        event.put("id", id.toString());
        event.put("source", topicId);
        event.put("type", TYPE);
        event.put("time", Timestamps.iso(deleted));
        event.put("datacontenttype", "application/json");
        event.putObject("data").put("eventSubscriptionId", eventSubscriptionId());
        return event.toString();
    }

    private String eventSubscriptionId() {
        return topicId + "/providers/Microsoft.EventGrid/eventSubscriptions/" + subscription.name();
    }
}
