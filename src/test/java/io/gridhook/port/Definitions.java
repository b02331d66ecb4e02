package io.gridhook.port;

import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.core.topic.WebhookDestination;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Topics and subscriptions for the contracts. */
final class Definitions {
    private Definitions() {}

    static Topic topic(String name) {
        return topic(name, "key");
    }

    static Topic topic(String name, String key) {
        return new Topic(
                name,
                EventSchema.CLOUD_EVENT_V1_0,
                InputSchemaMapping.NONE,
                Optional.of("cloud"),
                new TopicKeys(key + "1", key + "2"));
    }

    static EventSubscription subscription(String topic, String name, long generation) {
        return subscription(topic, name, generation, List.of());
    }

    static EventSubscription subscription(String topic, String name, long generation, List<String> labels) {
        return new EventSubscription(
                topic,
                name,
                generation,
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK,
                        "https://receiver.example/hook?code=secret",
                        OptionalInt.of(10),
                        OptionalInt.empty()),
                DeliverySchema.EVENT_GRID,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new DeadLetterDestination("/storageAccounts/mine", "deadletter")),
                labels,
                Optional.empty(),
                Optional.empty());
    }
}
