package io.gridhook.core.delivery;

import io.gridhook.core.event.EventSchema;
import io.gridhook.core.topic.EventSubscription;

/**
 * Whose dead letters a blob holds. Neither its name nor all of its content says so: the name has no topic, and a CloudEvent has none either.
 * It is kept beside the content, which stays Event Grid's.
 *
 * @param topic the topic's name
 * @param eventSubscription the subscription's name
 * @param inputSchema of the events
 */
public record DeadLetterLabel(String topic, String eventSubscription, EventSchema inputSchema) {
    /** Whether the blob is that subscription's, or was one of that name's before it. */
    public boolean names(EventSubscription subscription) {
        return topic.equalsIgnoreCase(subscription.topic()) && eventSubscription.equalsIgnoreCase(subscription.name());
    }
}
