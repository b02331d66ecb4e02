package io.gridhook.core.topic;

import static io.gridhook.core.topic.Definitions.read;
import static io.gridhook.core.topic.Definitions.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Behaviour §11.1, §15: each input schema with each delivery schema, in each edition. A topic of profile {@code kubernetes} takes
 * CloudEvents alone; its rows with other schemas are of subscriptions that name that profile on another's topic.
 */
class SchemaPairsTest {
    /** {@code yes} is read, {@code -} is refused and the message says what would be read. */
    @ParameterizedTest
    @CsvSource({
        // topic,          profile,    EventGrid, CloudEvents, Custom
        "EVENT_GRID,       cloud,      yes,       yes,         -",
        "EVENT_GRID,       cloud-2021, yes,       yes,         -",
        "EVENT_GRID,       cloud-2019, yes,       yes,         -",
        "EVENT_GRID,       edge,       yes,       -,           -",
        "EVENT_GRID,       kubernetes, -,         yes,         -",
        "CLOUD_EVENT_V1_0, cloud,      -,         yes,         -",
        "CLOUD_EVENT_V1_0, cloud-2021, -,         yes,         -",
        "CLOUD_EVENT_V1_0, cloud-2019, -,         yes,         -",
        "CLOUD_EVENT_V1_0, edge,       -,         yes,         -",
        "CLOUD_EVENT_V1_0, kubernetes, -,         yes,         -",
        "CUSTOM,           cloud,      yes,       yes,         yes",
        "CUSTOM,           cloud-2021, yes,       yes,         yes",
        "CUSTOM,           cloud-2019, yes,       yes,         yes",
        "CUSTOM,           edge,       -,         -,           yes",
        "CUSTOM,           kubernetes, -,         yes,         -",
    })
    void a_pair_of_schemas_is_read_or_refused(
            EventSchema topic, String profile, String eventGrid, String cloudEvent, String custom) {
        check(topic, profile, DeliverySchema.EVENT_GRID, eventGrid);
        check(topic, profile, DeliverySchema.CLOUD_EVENT_V1_0, cloudEvent);
        check(topic, profile, DeliverySchema.CUSTOM_INPUT, custom);
    }

    private static void check(EventSchema topic, String profile, DeliverySchema out, String expected) {
        String body = with("'eventDeliverySchema':'" + out.wireName() + "'");
        if (expected.equals("yes")) {
            assertEquals(out, read(body, topic, profile).deliverySchema());
            return;
        }
        String message = assertThrows(
                        InvalidDefinitionException.class, () -> read(body, topic, profile), out.wireName())
                .getMessage();
        assertTrue(message.startsWith("eventDeliverySchema: " + out.wireName() + " (expected: "), message);
    }
}
