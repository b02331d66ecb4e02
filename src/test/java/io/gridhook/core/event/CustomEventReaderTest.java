package io.gridhook.core.event;

import static io.gridhook.core.event.Publishing.MAPPING;
import static io.gridhook.core.event.Publishing.NEW_ID;
import static io.gridhook.core.event.Publishing.TOPIC_ID;
import static io.gridhook.core.event.Publishing.custom;
import static io.gridhook.core.event.Publishing.json;
import static io.gridhook.core.event.Publishing.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §11.3. */
final class CustomEventReaderTest {
    private static final String TIME = "2026-11-20T09:36:44.1234567Z";

    @Test
    void mapped_fields_are_found_at_the_top_level() {
        String text = "{\"myId\":\"7\",\"myTopic\":\"/t\",\"myTime\":\"2020-01-01T00:00:00Z\",\"a\":{\"myId\":\"no\"},"
                + "\"myEventType\":\"made\",\"mySubject\":\"s\"}";
        Event event = custom("[" + text + "]", MAPPING);
        assertEquals(text, event.json().toString());
        assertEquals(new EventAttributes("7", "/t", "made", "s", "2020-01-01T00:00:00Z", "1.0"), event.attributes());
    }

    @Test
    void what_is_missing_is_filled_by_default_or_by_us() {
        Event event = custom("[{\"mySubject\":\"s\",\"myId\":null}]", MAPPING);
        assertEquals(new EventAttributes(NEW_ID, TOPIC_ID, "X", "s", TIME, "1.0"), event.attributes());
    }

    @Test
    void nothing_is_needed_when_nothing_is_mapped() {
        Event event = custom("[{ }]", InputSchemaMapping.NONE);
        assertEquals("{ }", event.json().toString());
        assertEquals(new EventAttributes(NEW_ID, TOPIC_ID, "", "", TIME, ""), event.attributes());
    }

    @ParameterizedTest
    @CsvSource({"5,5", "1.50,1.50", "1e400,1e400", "true,true", "'\"\\u0041\"',A", "'\"\"',''"})
    void numbers_and_booleans_become_their_text(String value, String text) {
        assertEquals(
                text,
                custom("[{\"mySubject\":" + value + "}]", MAPPING).attributes().subject());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{}]|mySubject: missing",
                "[{\"mySubject\":null}]|mySubject: missing",
                "[{\"mySubject\":\"s\",\"myEventType\":\"\"}]|myEventType: \"\" (expected: a value that is not empty",
                "[{\"mySubject\":{}}]|mySubject: StartObject (expected: String,",
                "[{\"mySubject\":\"s\",\"myTime\":5}]|myTime: 5 (expected: an ISO-8601",
                "[{\"x\":1,\"x\":2}]|x: given more than once",
                "{}|This topic is configured for the 'CustomEvent' schema",
                "[1]|This topic is configured for the 'CustomEvent' schema",
            })
    void what_does_not_fit_the_mapping_is_refused(String text, String message) {
        String refused = refusal(json(text), EventSchema.CUSTOM);
        assertTrue(refused.startsWith(message), refused);
    }

    @Test
    void attributes_cannot_be_read_again() {
        JsonText json = JsonText.of("{}");
        assertThrows(IllegalArgumentException.class, () -> EventReader.attributes(EventSchema.CUSTOM, json));
    }
}
