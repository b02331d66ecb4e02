package io.gridhook.adapter.storage;

import io.gridhook.core.delivery.DeadLetterLabel;
import io.gridhook.core.event.EventSchema;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A label as a blob's metadata, whose names may come back in any letter case. */
final class DeadLetterMetadata {
    private static final String TOPIC = "topic";
    private static final String EVENT_SUBSCRIPTION = "eventsubscription";
    private static final String INPUT_SCHEMA = "inputschema";

    private DeadLetterMetadata() {}

    static Map<String, String> of(DeadLetterLabel label) {
        return Map.of(
                TOPIC, label.topic(),
                EVENT_SUBSCRIPTION, label.eventSubscription(),
                INPUT_SCHEMA, label.inputSchema().wireName());
    }

    /** Empty where it has none, or not all of it. */
    static Optional<DeadLetterLabel> read(@Nullable Map<String, String> metadata) {
        if (metadata == null) {
            return Optional.empty();
        }
        Map<String, String> values = new TreeMap<>();
        metadata.forEach((name, value) -> values.put(name.toLowerCase(Locale.ROOT), value));
        String topic = values.getOrDefault(TOPIC, "");
        String eventSubscription = values.getOrDefault(EVENT_SUBSCRIPTION, "");
        return topic.isEmpty() || eventSubscription.isEmpty()
                ? Optional.empty()
                : EventSchema.parse(values.getOrDefault(INPUT_SCHEMA, ""))
                        .map(schema -> new DeadLetterLabel(topic, eventSubscription, schema));
    }
}
