package io.gridhook.core.event;

import static io.gridhook.core.event.Publishing.CLOUD_EVENT;
import static io.gridhook.core.event.Publishing.batch;
import static io.gridhook.core.event.Publishing.cloudEvent;
import static io.gridhook.core.event.Publishing.json;
import static io.gridhook.core.event.Publishing.refusal;
import static io.gridhook.core.event.Publishing.rules;
import static io.gridhook.core.event.Publishing.structured;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.InvalidEventException.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Structured mode and batches: behaviour §9.6, and what the official clients send. */
final class CloudEventReaderTest {
    private static String with(String members) {
        return CLOUD_EVENT.substring(0, CLOUD_EVENT.length() - 1) + "," + members + "}";
    }

    /** The table of §9.6, and that letter case, blanks and parameters do not matter. */
    @ParameterizedTest
    @CsvSource({
        "application/json,object",
        "application/cloudevents+json,object",
        "application/cloudevents-batch+json,array",
        "application/cloudevents-batch+json; charset=utf-8,array",
        "' Application/CloudEvents+JSON ;charset=\"utf-8\"',object",
    })
    void each_content_type_has_its_form(String contentType, String form) {
        boolean array = form.equals("array");
        String text = array ? "[" + CLOUD_EVENT + "]" : CLOUD_EVENT;
        List<Event> events =
                EventReader.read(new PublishedBody(contentType, Map.of(), text), rules(EventSchema.CLOUD_EVENT_V1_0));
        assertEquals(CLOUD_EVENT, events.get(0).json().toString());
        String other = array ? CLOUD_EVENT : "[" + CLOUD_EVENT + "]";
        String refused = refusal(new PublishedBody(contentType, Map.of(), other), EventSchema.CLOUD_EVENT_V1_0);
        String expected = array
                ? "Token expected: StartArray, actual token received: StartObject"
                : "Token expected: StartObject, actual token received: StartArray";
        assertTrue(refused.contains("'CloudEventV10'") && refused.contains(expected), refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text/plain", "application/xml", "application/cloudevents+avro", "application/jsonx"})
    void any_other_content_type_is_not_supported(String contentType) {
        refusal(
                Kind.INVALID_CONTENT_TYPE,
                new PublishedBody(contentType, Map.of(), CLOUD_EVENT),
                rules(EventSchema.CLOUD_EVENT_V1_0));
    }

    @Test
    void attributes_are_read_and_nothing_is_added() {
        String text = with(" \"subject\":\"a/b\",\"time\":\"2020-01-01T00:00:00.1234567+02:00\",\"data\":[1.00],"
                + "\"dataschema\":\"#\",\"datacontenttype\":\"application/json\",\"n\":1,\"b\":true,\"x\":null");
        Event event = cloudEvent(text);
        assertEquals(text, event.json().toString());
        assertEquals(
                new EventAttributes("1", "/s", "t", "a/b", "2020-01-01T00:00:00.1234567+02:00", ""),
                event.attributes());
        assertEquals(event.attributes(), EventReader.attributes(EventSchema.CLOUD_EVENT_V1_0, event.json()));
    }

    @ParameterizedTest
    @CsvSource({"specversion", "id", "source", "type"})
    void required_attributes_are_named_when_missing_or_empty(String attribute) {
        String missing = CLOUD_EVENT.replace("\"" + attribute + "\":", "\"other\":");
        String refused = refusal(structured(missing), EventSchema.CLOUD_EVENT_V1_0);
        assertTrue(refused.startsWith(attribute + ": missing") && refused.contains("'CloudEventV10'"), refused);
        for (String value : List.of("\"\"", "null")) {
            String empty = CLOUD_EVENT.replaceAll("\"" + attribute + "\":\"[^\"]*\"", "\"" + attribute + "\":" + value);
            assertTrue(refusal(structured(empty), EventSchema.CLOUD_EVENT_V1_0).startsWith(attribute + ": missing"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"time\":\"2020-01-01\"|time: 2020-01-01 (expected: an RFC 3339",
                "\"time\":\"2020-01-01T00:00:00\"|time: 2020-01-01T00:00:00 (expected: an RFC 3339",
                "\"time\":\"\"|time:  (expected: an RFC 3339",
                "\"time\":5|time: Integer (expected: String)",
                "\"subject\":true|subject: Boolean (expected: String)",
                "\"ext\":{}|ext: StartObject (expected: String, Integer or Boolean)",
                "\"ext\":[]|ext: StartArray (expected: String, Integer or Boolean)",
                "\"dataContentType\":\"x\"|attribute name: dataContentType (expected: lower-case",
                "\"a_b\":1|attribute name: a_b (expected: lower-case",
                "\"Nothing\":null|attribute name: Nothing (expected: lower-case",
                "\"\":1|attribute name:  (expected: lower-case",
                "\"data\":1,\"data_base64\":\"AA==\"|data_base64: given beside data",
                "\"data_base64\":\"a-b\"|data_base64: String (expected: a String in base64)",
                "\"data_base64\":{}|data_base64: StartObject (expected: a String in base64)",
                "\"id\":\"2\"|id: given more than once",
                "\"x\":1,\"x\":1|x: given more than once",
                "\"data\":1,\"data\":1|data: given more than once",
            })
    void what_cloudevents_forbids_is_refused(String members, String message) {
        String refused = refusal(structured(with(members)), EventSchema.CLOUD_EVENT_V1_0);
        assertTrue(refused.startsWith(message), refused);
    }

    @Test
    void another_spec_version_is_refused() {
        String refused = refusal(structured(CLOUD_EVENT.replace("1.0", "0.3")), EventSchema.CLOUD_EVENT_V1_0);
        assertEquals("specversion: 0.3 (expected: 1.0)", refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"data_base64\":\"AAE=\"", "\"data\":null,\"data_base64\":\"\"", "\"data\":\"x\""})
    void data_comes_as_json_or_as_base64(String members) {
        assertEquals(with(members), cloudEvent(with(members)).json().toString());
    }

    @Test
    void the_bad_event_of_a_batch_is_named_by_its_index() {
        String refused = refusal(batch("[" + CLOUD_EVENT + ",{}]"), EventSchema.CLOUD_EVENT_V1_0);
        assertTrue(refused.endsWith("(event at index 1)"), refused);
    }

    @Test
    void an_event_grid_event_is_refused_with_the_topics_schema() {
        String refused = refusal(json(Publishing.EVENT_GRID_EVENT), EventSchema.CLOUD_EVENT_V1_0);
        assertTrue(refused.startsWith("attribute name: eventType"), refused);
    }
}
