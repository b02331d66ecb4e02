package io.gridhook.core.topic;

import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.retry.RetryProfile;
import java.util.List;

/** Which delivery schemas a topic's events can have (behaviour §11.1, newest edition). */
final class SchemaPairs {
    private SchemaPairs() {}

    /**
     * The delivery schemas allowed for a topic, the default first: {@code EventGridSchema} where it is allowed, else the topic's own. A
     * custom-schema topic whose mapping gives no {@code eventType} has its own alone: nothing else could fill a property that both other
     * schemas require (§11.3).
     */
    static List<DeliverySchema> allowed(Topic topic, RetryProfile profile) {
        boolean outputIsInput = profile.outputIsInputSchema();
        return switch (topic.inputSchema()) {
            case EVENT_GRID ->
                outputIsInput
                        ? List.of(DeliverySchema.EVENT_GRID)
                        : List.of(DeliverySchema.EVENT_GRID, DeliverySchema.CLOUD_EVENT_V1_0);
            case CLOUD_EVENT_V1_0 -> List.of(DeliverySchema.CLOUD_EVENT_V1_0);
            case CUSTOM ->
                outputIsInput || !topic.inputSchemaMapping().givesEventType()
                        ? List.of(DeliverySchema.CUSTOM_INPUT)
                        : List.of(
                                DeliverySchema.EVENT_GRID,
                                DeliverySchema.CLOUD_EVENT_V1_0,
                                DeliverySchema.CUSTOM_INPUT);
        };
    }

    /** What is allowed and why, for error messages. */
    static String expectation(Topic topic, RetryProfile profile) {
        List<String> names =
                allowed(topic, profile).stream().map(DeliverySchema::wireName).toList();
        String topicSchema = String.join(" or ", names) + " for a topic of "
                + topic.inputSchema().wireName();
        if (profile.outputIsInputSchema()) {
            return topicSchema + " in profile " + profile.name();
        }
        boolean unmapped = topic.inputSchema() == EventSchema.CUSTOM
                && !topic.inputSchemaMapping().givesEventType();
        return unmapped ? topicSchema + " whose inputSchemaMapping gives no eventType" : topicSchema;
    }
}
