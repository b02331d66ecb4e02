package io.gridhook.core.event;

import static io.gridhook.core.event.Publishing.CLOUD_EVENT;
import static io.gridhook.core.event.Publishing.EVENT_GRID_EVENT;
import static io.gridhook.core.event.Publishing.MAPPING;
import static io.gridhook.core.event.Publishing.batch;
import static io.gridhook.core.event.Publishing.json;
import static io.gridhook.core.event.Publishing.rules;
import static io.gridhook.core.event.Publishing.structured;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever JSON a publisher puts into {@code data} reaches the receiver byte for byte, through every schema. */
final class ByteFaithfulnessTest {
    private static final int ROUNDS = 2_000;

    private static void holds(PublishedBody body, EventSchema schema, InputSchemaMapping mapping, String data) {
        List<Event> events = EventReader.read(body, rules(schema, mapping));
        Event event = events.get(events.size() - 1);
        EventAttributes attributes =
                schema == EventSchema.CUSTOM ? event.attributes() : EventReader.attributes(schema, event.json());
        assertEquals(event.attributes(), attributes);
        for (DeliverySchema out : DeliverySchema.values()) {
            if (EventWriter.allowed(schema, out)) {
                String written = EventWriter.write(out, List.of(event), false, false)
                        .json()
                        .toString();
                assertTrue(written.contains(data), () -> data + " in " + written);
                JsonText alone = out == DeliverySchema.CLOUD_EVENT_V1_0
                        ? JsonText.of(written)
                        : JsonText.of(written.substring(1, written.length() - 1));
                assertEquals(JsonText.of(data), StoredEvent.data(alone).orElse(alone));
            }
        }
    }

    private static String insert(String event, String data, SplittableRandom random) {
        String member = "\"data\"" + Json.space(random) + ":" + Json.space(random) + data + Json.space(random);
        return random.nextBoolean()
                ? "{" + Json.space(random) + member + "," + event.substring(1)
                : event.substring(0, event.length() - 1) + "," + Json.space(random) + member + "}";
    }

    @Test
    void data_survives_every_schema() {
        Seeds.each(ROUNDS, random -> {
            String data = Json.value(random, 6);
            String grid = insert(EVENT_GRID_EVENT, data, random);
            holds(
                    json("[" + Json.space(random) + EVENT_GRID_EVENT + "," + grid + Json.space(random) + "]"),
                    EventSchema.EVENT_GRID,
                    InputSchemaMapping.NONE,
                    data);
            String cloud = insert(CLOUD_EVENT, data, random);
            holds(structured(cloud), EventSchema.CLOUD_EVENT_V1_0, InputSchemaMapping.NONE, data);
            holds(
                    batch("[" + CLOUD_EVENT + " , " + cloud + "]"),
                    EventSchema.CLOUD_EVENT_V1_0,
                    InputSchemaMapping.NONE,
                    data);
            Map<String, String> headers =
                    Map.of("ce-specversion", "1.0", "ce-id", "1", "ce-source", "/s", "ce-type", "t");
            PublishedBody binary =
                    new PublishedBody("application/json", headers, Json.space(random) + data + Json.space(random));
            holds(binary, EventSchema.CLOUD_EVENT_V1_0, InputSchemaMapping.NONE, data);
            String whole = "{\"mySubject\":\"s\",\"x\":" + data + "}";
            holds(json("[{\"mySubject\":1}, " + whole + "]"), EventSchema.CUSTOM, MAPPING, whole);
        });
    }
}
