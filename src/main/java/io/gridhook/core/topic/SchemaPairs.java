package io.gridhook.core.topic;

import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.SchemaRule;
import java.util.List;

/** Which delivery schemas a topic's events can have (behaviour §11.1, newest edition; IoT Edge and Kubernetes their own). */
final class SchemaPairs {
    private SchemaPairs() {}

    /**
     * The delivery schemas allowed for a topic, the default first: {@code EventGridSchema} where it is allowed, else the topic's own. A
     * custom-schema topic whose mapping gives no {@code eventType} has its own alone: nothing else could fill a property that both other
     * schemas require (§11.3). Empty where the profile allows none of them.
     */
    static List<DeliverySchema> allowed(Topic topic, RetryProfile profile) {
        return converted(topic).stream()
                .filter(schema -> fits(schema, topic.inputSchema(), profile.schemas()))
                .toList();
    }

    private static List<DeliverySchema> converted(Topic topic) {
        return switch (topic.inputSchema()) {
            case EVENT_GRID -> List.of(DeliverySchema.EVENT_GRID, DeliverySchema.CLOUD_EVENT_V1_0);
            case CLOUD_EVENT_V1_0 -> List.of(DeliverySchema.CLOUD_EVENT_V1_0);
            case CUSTOM ->
                topic.inputSchemaMapping().givesEventType()
                        ? List.of(
                                DeliverySchema.EVENT_GRID, DeliverySchema.CLOUD_EVENT_V1_0, DeliverySchema.CUSTOM_INPUT)
                        : List.of(DeliverySchema.CUSTOM_INPUT);
        };
    }

    private static boolean fits(DeliverySchema out, EventSchema in, SchemaRule rule) {
        return switch (rule) {
            case CONVERTED -> true;
            case UNCHANGED -> out == unchanged(in);
            case CLOUD_EVENTS -> out == DeliverySchema.CLOUD_EVENT_V1_0;
        };
    }

    private static DeliverySchema unchanged(EventSchema in) {
        return switch (in) {
            case EVENT_GRID -> DeliverySchema.EVENT_GRID;
            case CLOUD_EVENT_V1_0 -> DeliverySchema.CLOUD_EVENT_V1_0;
            case CUSTOM -> DeliverySchema.CUSTOM_INPUT;
        };
    }

    /** What is allowed and why, for error messages. */
    static String expectation(Topic topic, RetryProfile profile) {
        List<String> names =
                allowed(topic, profile).stream().map(DeliverySchema::wireName).toList();
        boolean unmapped = topic.inputSchema() == EventSchema.CUSTOM
                && !topic.inputSchemaMapping().givesEventType();
        return (names.isEmpty() ? "no subscription" : String.join(" or ", names))
                + " for a topic of " + topic.inputSchema().wireName()
                + (unmapped ? " whose inputSchemaMapping gives no eventType" : "")
                + (profile.schemas() == SchemaRule.CONVERTED ? "" : " in profile " + profile.name());
    }
}
