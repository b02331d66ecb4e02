package io.gridhook.core.event;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.core.event.InvalidEventException.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Topics and requests for the tests of this package. */
final class Publishing {
    static final String TOPIC_ID = "/subscriptions/s/resourceGroups/g/providers/Microsoft.EventGrid/topics/orders";
    static final String EDGE_TOPIC_ID = "/iotHubs/h/devices/d/modules/m/topics/orders";
    static final Instant NOW = Instant.parse("2026-11-20T09:36:44.123456789Z");
    static final String NEW_ID = "11111111-1111-1111-1111-111111111111";
    static final String EVENT_GRID_EVENT =
            "{\"subject\":\"s\",\"id\":\"1\",\"eventType\":\"t\",\"eventTime\":\"2020-01-01T00:00:00Z\"}";
    static final String CLOUD_EVENT = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}";
    static final InputSchemaMapping MAPPING = new InputSchemaMapping(
            new InputSchemaMapping.Field("myId", ""),
            new InputSchemaMapping.Field("myTopic", ""),
            new InputSchemaMapping.Field("myTime", ""),
            new InputSchemaMapping.Field("myEventType", "X"),
            new InputSchemaMapping.Field("mySubject", ""),
            new InputSchemaMapping.Field("", "1.0"));

    private static final Set<String> CLOUD = Set.of("subject", "id", "eventType", "eventTime");
    private static final Set<String> EDGE = Set.of("subject", "id", "eventType", "eventTime", "dataVersion");

    private Publishing() {}

    static PublishRules rules(EventSchema schema) {
        return rules(schema, schema == EventSchema.CUSTOM ? MAPPING : InputSchemaMapping.NONE);
    }

    static PublishRules rules(EventSchema schema, InputSchemaMapping mapping) {
        return new PublishRules(
                schema, mapping, TOPIC_ID, Set.of(EDGE_TOPIC_ID), Optional.empty(), CLOUD, true, NOW, () -> NEW_ID);
    }

    static PublishRules edgeRules() {
        return new PublishRules(
                EventSchema.EVENT_GRID,
                InputSchemaMapping.NONE,
                EDGE_TOPIC_ID,
                Set.of(TOPIC_ID),
                Optional.empty(),
                EDGE,
                false,
                NOW,
                () -> NEW_ID);
    }

    static PublishedBody json(String text) {
        return new PublishedBody("application/json", Map.of(), text);
    }

    static PublishedBody structured(String text) {
        return new PublishedBody("application/cloudevents+json; charset=utf-8", Map.of(), text);
    }

    static PublishedBody batch(String text) {
        return new PublishedBody("application/cloudevents-batch+json; charset=utf-8", Map.of(), text);
    }

    static List<Event> eventGrid(String text) {
        return EventReader.read(json(text), rules(EventSchema.EVENT_GRID));
    }

    static Event cloudEvent(String text) {
        return EventReader.read(structured(text), rules(EventSchema.CLOUD_EVENT_V1_0))
                .get(0);
    }

    static Event custom(String text, InputSchemaMapping mapping) {
        return EventReader.read(json(text), rules(EventSchema.CUSTOM, mapping)).get(0);
    }

    /** The message with which the request is refused, which must be of {@code kind}. */
    static String refusal(Kind kind, PublishedBody body, PublishRules rules) {
        InvalidEventException refused =
                assertThrows(InvalidEventException.class, () -> EventReader.read(body, rules), body.text());
        if (refused.kind() != kind) {
            throw new AssertionError("kind: " + refused.kind() + " (expected: " + kind + ")", refused);
        }
        return String.valueOf(refused.getMessage());
    }

    static String refusal(PublishedBody body, EventSchema schema) {
        return refusal(Kind.INPUT_JSON_INVALID, body, rules(schema));
    }
}
