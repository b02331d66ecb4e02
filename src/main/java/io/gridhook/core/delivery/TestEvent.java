package io.gridhook.core.delivery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventAttributes;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.event.Timestamps;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * An event that nobody published, for one subscription alone: to see whether its endpoint takes what it would be sent. Ours; Event Grid
 * has none.
 *
 * @param schema of the topic; where events are delivered as they are published, in a schema of the publisher's own, this one has the
 *     properties of Event Grid's, as nobody knows the others
 * @param topicId the {@code topic} or {@code source} of the event
 * @param id of the event
 * @param made when
 */
public record TestEvent(ResolvedSubscription subscription, EventSchema schema, String topicId, UUID id, Instant made) {
    /** By which a receiver tells it from what was published. */
    public static final String TYPE = "Gridhook.TestEvent";

    private static final String DATA_VERSION = "1";
    private static final String MESSAGE = "A test event: nothing happened.";

    /** What is sent to a webhook: all that a first attempt has, but for leave to answer compressed, as the answer is to be read. */
    public HandshakeRequest request(Optional<String> bearerToken) {
        WebhookRequest request = WebhookRequests.notification(subscription, List.of(event()), 0, made, bearerToken);
        List<Header> headers = request.headers().stream()
                .filter(header -> !header.name().equals("Accept-Encoding"))
                .toList();
        return new HandshakeRequest(HandshakeRequest.Method.POST, request.endpointUrl(), headers, request.body());
    }

    /**
     * What is put into a queue.
     *
     * @throws java.util.NoSuchElementException if the destination is none
     */
    public QueueDelivery message() {
        return QueueDelivery.of(subscription.subscription(), event());
    }

    private Event event() {
        String time = Timestamps.iso(made);
        boolean isCloudEvent = schema == EventSchema.CLOUD_EVENT_V1_0;
        ObjectNode json = isCloudEvent ? cloudEvent(time) : eventGridEvent(time);
        json.putObject("data")
                .put("message", MESSAGE)
                .put("eventSubscription", subscription.subscription().name());
        return new Event(
                schema,
                JsonText.of(json.toString()),
                new EventAttributes(id.toString(), topicId, TYPE, subject(), time, isCloudEvent ? "" : DATA_VERSION));
    }

    private ObjectNode eventGridEvent(String time) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", id.toString())
                .put("topic", topicId)
                .put("subject", subject())
                .put("eventType", TYPE)
                .put("eventTime", time)
                .put("dataVersion", DATA_VERSION)
                .put("metadataVersion", "1");
    }

    private ObjectNode cloudEvent(String time) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("specversion", "1.0")
                .put("id", id.toString())
                .put("source", topicId)
                .put("type", TYPE)
                .put("subject", subject())
                .put("time", time)
                .put("datacontenttype", "application/json");
    }

    private String subject() {
        return "eventSubscriptions/" + subscription.subscription().name();
    }
}
