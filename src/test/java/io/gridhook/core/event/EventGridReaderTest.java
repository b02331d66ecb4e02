package io.gridhook.core.event;

import static io.gridhook.core.event.Publishing.EDGE_TOPIC_ID;
import static io.gridhook.core.event.Publishing.EVENT_GRID_EVENT;
import static io.gridhook.core.event.Publishing.TOPIC_ID;
import static io.gridhook.core.event.Publishing.edgeRules;
import static io.gridhook.core.event.Publishing.eventGrid;
import static io.gridhook.core.event.Publishing.json;
import static io.gridhook.core.event.Publishing.refusal;
import static io.gridhook.core.event.Publishing.rules;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.InvalidEventException.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §9.1, §9.2, §9.5 and §14; vector 17 of §23. */
final class EventGridReaderTest {
    private static final String STAMP =
            ",\"topic\":\"" + TOPIC_ID + "\",\"dataVersion\":\"\",\"metadataVersion\":\"1\"}";

    private static String with(String members) {
        return "[" + EVENT_GRID_EVENT.substring(0, EVENT_GRID_EVENT.length() - 1) + "," + members + "}]";
    }

    private static String unclosed(String event) {
        return event.substring(0, event.length() - 1);
    }

    @Test
    void what_event_grid_adds_is_appended_to_the_publishers_bytes() {
        Event event = eventGrid("[" + EVENT_GRID_EVENT + "]").get(0);
        assertEquals(unclosed(EVENT_GRID_EVENT) + STAMP, event.json().toString());
        assertEquals(new EventAttributes("1", TOPIC_ID, "t", "s", "2020-01-01T00:00:00Z", ""), event.attributes());
    }

    @Test
    void white_space_inside_the_event_survives_the_stamp() {
        String spaced = EVENT_GRID_EVENT.replace("{", "{\n ").replace("}", "\t\r\n}");
        assertEquals(
                unclosed(spaced) + STAMP,
                eventGrid("\n[ " + spaced + " ] ").get(0).json().toString());
    }

    @Test
    void an_event_that_has_everything_stays_as_it_is() {
        String full = with("\"dataVersion\":\"2\",\"metadataVersion\":\"1\",\"topic\":\"" + TOPIC_ID + "\"");
        Event event = eventGrid(full).get(0);
        assertEquals(full, "[" + event.json() + "]");
        assertEquals("2", event.attributes().dataVersion());
    }

    /** JSON null counts as absent, and the stamp takes its place: no property appears twice. */
    @Test
    void nulls_are_replaced_where_they_stand() {
        String nulls = with("\"metadataVersion\": null ,\"data\":null,\"topic\":null");
        String expected = with("\"metadataVersion\": \"1\" ,\"data\":null,\"topic\":\"" + TOPIC_ID + "\"")
                .replace("}]", ",\"dataVersion\":\"\"}");
        assertEquals(expected, "[" + eventGrid(nulls).get(0).json());
    }

    @Test
    void nulls_of_a_later_event_are_replaced_where_they_stand() {
        String text = "[" + EVENT_GRID_EVENT + "," + with("\"topic\":null").substring(1);
        assertEquals(
                unclosed(EVENT_GRID_EVENT) + STAMP,
                eventGrid(text).get(1).json().toString());
    }

    @Test
    void the_topics_other_id_stays_as_sent() {
        Event event = eventGrid(with("\"topic\":\"" + EDGE_TOPIC_ID + "\"")).get(0);
        assertEquals(EDGE_TOPIC_ID, event.attributes().source());
        assertTrue(event.json().toString().contains("\"topic\":\"" + EDGE_TOPIC_ID + "\",\"dataVersion\""));
    }

    /** IoT Edge's example has both slips; who gets the event may read neither. */
    @ParameterizedTest
    @ValueSource(strings = {"[%s // one\n]", "[%s,]"})
    void json_is_what_its_standard_says(String text) {
        String message = refusal(json(text.formatted(EVENT_GRID_EVENT)), EventSchema.EVENT_GRID);
        assertTrue(message.startsWith("Malformed JSON"), message);
    }

    @Test
    void a_single_object_is_taken_as_well() {
        assertEquals(eventGrid("[" + EVENT_GRID_EVENT + "]"), eventGrid(EVENT_GRID_EVENT));
    }

    @Test
    void an_empty_array_holds_no_events() {
        assertEquals(List.of(), eventGrid("[]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "application/json",
                "Application/JSON ; charset=UTF-8",
                "text/plain",
                "application/x-www-form-urlencoded"
            })
    void the_content_type_hardly_matters(String contentType) {
        PublishedBody body = new PublishedBody(contentType, Map.of(), EVENT_GRID_EVENT);
        assertEquals(1, EventReader.read(body, rules(EventSchema.EVENT_GRID)).size());
    }

    @ParameterizedTest
    @CsvSource({"subject", "id", "eventType", "eventTime"})
    void required_properties_are_named_when_missing(String property) {
        String other = EVENT_GRID_EVENT.replace("\"" + property + "\":", "\"data\":");
        String message = refusal(json("[" + other + "]"), EventSchema.EVENT_GRID);
        assertTrue(message.startsWith(property + ": missing"), message);
        assertTrue(message.contains("'EventGridEvent'"), message);
        assertTrue(message.endsWith("(event at index 0)"), message);
        String nothing = EVENT_GRID_EVENT.replaceAll("\"" + property + "\":\"[^\"]*\"", "\"" + property + "\":null");
        assertTrue(refusal(json(nothing), EventSchema.EVENT_GRID).startsWith(property + ": missing"));
    }

    @ParameterizedTest
    @CsvSource({"id", "eventType", "eventTime"})
    void required_properties_must_not_be_empty(String property) {
        String empty = EVENT_GRID_EVENT.replaceAll("\"" + property + "\":\"[^\"]*\"", "\"" + property + "\":\"\"");
        assertTrue(refusal(json(empty), EventSchema.EVENT_GRID).startsWith(property + ": \"\" (expected:"));
    }

    /** The reference says that it is required, not that it says something. */
    @Test
    void a_subject_may_be_empty() {
        assertEquals(
                "",
                eventGrid(EVENT_GRID_EVENT.replace("\"s\"", "\"\""))
                        .get(0)
                        .attributes()
                        .subject());
    }

    @ParameterizedTest
    @CsvSource({"'{}',subject", "'{\"subject\":\"s\"}',id", "'{\"subject\":\"s\",\"id\":\"1\"}',eventType"})
    void properties_are_checked_in_the_documented_order(String event, String property) {
        assertTrue(refusal(json("[" + event + "]"), EventSchema.EVENT_GRID).startsWith(property + ": missing"));
    }

    /** Behaviour §9.2, §9.5. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"foo\":1|Received unexpected property 'foo' in JSON which does not conform to the expected schema",
                "\"Data\":1|Received unexpected property 'Data'",
                "\"topic\":\"/other\"|topic: /other (expected: absent, or /subscriptions/s/",
                "\"topic\":\"\"|topic:  (expected: absent, or ",
                "\"metadataVersion\":\"2\"|metadataVersion: 2 (expected: absent, or \"1\")",
                "\"metadataVersion\":1|metadataVersion: Integer (expected: String)",
                "\"dataVersion\":{}|dataVersion: StartObject (expected: String)",
                "\"id\":\"2\"|id: given more than once",
                "\"data\":1,\"data\":2|data: given more than once",
            })
    void properties_that_do_not_belong_are_refused(String members, String message) {
        String refused = refusal(json(with(members)), EventSchema.EVENT_GRID);
        assertTrue(refused.startsWith(message), refused);
    }

    @ParameterizedTest
    @CsvSource({
        "1,'Token expected: StartArray, actual token received: Integer'",
        "'\"x\"','Token expected: StartArray, actual token received: String'",
        "[[]],'Token expected: StartObject, actual token received: StartArray (event at index 0)'",
        "[null],'Token expected: StartObject, actual token received: Null (event at index 0)'",
        "'',Unexpected end when reading JSON",
        "'  ',Unexpected end when reading JSON",
        "[,Unexpected end when reading JSON",
        "'[{\"id\":\"1',Unexpected end when reading JSON",
        "[] [],Unexpected StartArray after the end of the JSON document",
        "[]x,Malformed JSON at line 1",
        "'[{id:1}]',Malformed JSON at line 1",
        "'[1,]',Token expected: StartObject",
        "'{''id'':1}',Malformed JSON at line 1",
        "'[// no\n]',Malformed JSON at line 1",
        "'[NaN]',Malformed JSON at line 1",
    })
    void shapes_that_are_no_events_are_refused(String text, String message) {
        String refused = refusal(json(text), EventSchema.EVENT_GRID);
        assertTrue(refused.contains(message), refused);
    }

    @Test
    void text_that_looks_like_utf_16_is_not_taken_for_it() {
        refusal(json("\0[\0]"), EventSchema.EVENT_GRID);
        refusal(json("[\0]\0"), EventSchema.EVENT_GRID);
        refusal(json("\0"), EventSchema.EVENT_GRID);
    }

    @Test
    void the_bad_event_is_named_by_its_index() {
        String text = "[" + EVENT_GRID_EVENT + "," + EVENT_GRID_EVENT + ",{}]";
        assertTrue(refusal(json(text), EventSchema.EVENT_GRID).endsWith("(event at index 2)"));
    }

    @Test
    void an_event_time_must_be_iso_8601_in_the_cloud_only() {
        String text = with("\"dataVersion\":\"\"").replace("2020-01-01T00:00:00Z", "yesterday");
        assertTrue(
                refusal(json(text), EventSchema.EVENT_GRID).startsWith("eventTime: yesterday (expected: an ISO-8601"));
        assertEquals(
                "yesterday",
                EventReader.read(json(text), edgeRules()).get(0).attributes().time());
    }

    @Test
    void the_edge_edition_requires_a_data_version() {
        String message = refusal(Kind.INPUT_JSON_INVALID, json(EVENT_GRID_EVENT), edgeRules());
        assertTrue(message.startsWith("dataVersion: missing"), message);
        Event event = EventReader.read(json(with("\"dataVersion\":\"\"")), edgeRules())
                .get(0);
        assertEquals(EDGE_TOPIC_ID, event.attributes().source());
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/octet-stream", "multipart/form-data; boundary=x", "Application/Octet-Stream"})
    void bodies_that_are_not_text_are_refused_by_every_schema(String contentType) {
        for (EventSchema schema : EventSchema.values()) {
            PublishedBody body = new PublishedBody(contentType, Map.of(), "[]");
            assertTrue(refusal(Kind.INVALID_CONTENT_TYPE, body, rules(schema)).startsWith("Content-Type: "));
        }
    }

    @Test
    void attributes_are_read_again_from_what_is_stored() {
        Event event = eventGrid(with("\"data\":{\"id\":\"no\"},\"dataVersion\":\"3\""))
                .get(0);
        assertEquals(event.attributes(), EventReader.attributes(EventSchema.EVENT_GRID, event.json()));
    }
}
