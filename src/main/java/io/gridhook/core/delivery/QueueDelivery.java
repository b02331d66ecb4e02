package io.gridhook.core.delivery;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventWriter;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.StorageQueue;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * One event as a message of a Storage queue: the event's JSON alone, an object and no array, in base64, as Event Grid writes it (seen in
 * dapr/components-contrib #232, MicrosoftDocs/azure-docs #102923; before 2022 some saw plain text, #69702) and the Functions queue
 * trigger reads it by default.
 *
 * @param queue where
 * @param body the message's text
 */
public record QueueDelivery(StorageQueue queue, String body) {
    /** Storage's own limit, on the text: 48 KiB of JSON. */
    public static final int BODY_BYTES_MAX = 64 * 1024;

    /**
     * The message for {@code event}, in the delivery schema of {@code subscription}.
     *
     * @throws java.util.NoSuchElementException if its destination is no queue
     */
    public static QueueDelivery of(EventSubscription subscription, Event event) {
        String json = EventWriter.single(WebhookRequests.schema(subscription.deliverySchema(), List.of(event)), event)
                .toString();
        return new QueueDelivery(
                subscription.destination().queue().orElseThrow(),
                Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8)));
    }

    /** Whether Storage would take it; what it would not is {@code PayloadTooLarge}, as a 413 is (behaviour §6.1). */
    public boolean fits() {
        return body.length() <= BODY_BYTES_MAX;
    }

    /** Events are nobody's but the receiver's. */
    @Override
    public String toString() {
        return "QueueDelivery[" + queue.id() + ", " + body.length() + " bytes]";
    }
}
