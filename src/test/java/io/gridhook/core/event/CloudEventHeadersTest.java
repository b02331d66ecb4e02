package io.gridhook.core.event;

import static io.gridhook.core.event.Publishing.refusal;
import static io.gridhook.core.event.Publishing.rules;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.InvalidEventException.Kind;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Binary mode: behaviour §9.6, and CloudEvents' HTTP binding §3.1. */
final class CloudEventHeadersTest {
    private static final PublishRules RULES = rules(EventSchema.CLOUD_EVENT_V1_0);

    private static PublishedBody request(String contentType, String text, String... headers) {
        Map<String, String> all = new HashMap<>(Map.of(
                "ce-specversion", "1.0", "ce-id", "1", "ce-source", "/s", "ce-type", "t", "content-type", contentType));
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return new PublishedBody(contentType, all, text);
    }

    private static Event read(PublishedBody body) {
        return EventReader.read(body, RULES).get(0);
    }

    @Test
    void headers_become_attributes_and_the_body_becomes_data() {
        Event event = read(request(
                "application/json; charset=utf-8",
                " {\"n\": 1.0e400} ",
                "ce-subject",
                "a",
                "ce-time",
                "2020-01-01T00:00:00Z",
                "ce-ext1",
                "5",
                "x-other",
                "no"));
        assertEquals(
                "{\"specversion\":\"1.0\",\"ext1\":\"5\",\"id\":\"1\",\"source\":\"/s\",\"subject\":\"a\","
                        + "\"time\":\"2020-01-01T00:00:00Z\",\"type\":\"t\","
                        + "\"datacontenttype\":\"application/json; charset=utf-8\",\"data\":{\"n\": 1.0e400}}",
                event.json().toString());
        assertEquals(new EventAttributes("1", "/s", "t", "a", "2020-01-01T00:00:00Z", ""), event.attributes());
        assertEquals(event.attributes(), EventReader.attributes(EventSchema.CLOUD_EVENT_V1_0, event.json()));
    }

    @Test
    void an_empty_body_is_no_data() {
        assertEquals(
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}",
                read(request("", "")).json().toString());
        assertTrue(read(request("application/json", " \n")).json().toString().endsWith("json\"}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Euro%20%E2%82%AC%20%F0%9F%98%80|Euro € 😀",
                "\"a \\\"b\\\" %41\"|a \"b\" A",
                "100%|100%",
                "%4|%4",
                "%zz%41|%zzA",
                "\"|\"",
            })
    void header_values_are_decoded(String header, String value) {
        Event event = read(request("application/json", "1", "ce-subject", header));
        assertEquals(value, event.attributes().subject());
        assertEquals(event.attributes(), EventReader.attributes(EventSchema.CLOUD_EVENT_V1_0, event.json()));
    }

    @ParameterizedTest
    @CsvSource({
        "ce-specversion,0.3,ce-specversion: 0.3 (expected: 1.0)",
        "ce-id,'',ce-id: missing or empty",
        "ce-source,'\"\"',ce-source: missing or empty",
        "ce-type,'',ce-type: missing or empty",
        "ce-time,noon,ce-time: noon (expected: an RFC 3339",
        "ce-a_b,1,attribute name: ce-a_b",
        "ce-,1,attribute name: ce- (expected",
        "ce-data,1,ce-data: given as a header",
        "ce-datacontenttype,text/plain,ce-datacontenttype: given as a header",
        "ce-data_base64,AA==,attribute name: ce-data_base64",
        "ce-subject,%ff,ce-subject: %ff (expected: percent-encoded UTF-8)",
    })
    void bad_headers_are_refused_as_such(String name, String value, String message) {
        String refused = refusal(Kind.INVALID_CLOUD_EVENT_HEADER, request("application/json", "1", name, value), RULES);
        assertTrue(refused.startsWith(message), refused);
    }

    /** Behaviour §9.6, the rows with {@code ce-*} headers. */
    @ParameterizedTest
    @CsvSource({
        "application/cloudevents+json,INVALID_CLOUD_EVENT_HEADER",
        "application/cloudevents-batch+json; charset=utf-8,INVALID_CLOUD_EVENT_HEADER",
        "text/plain,INVALID_CONTENT_TYPE",
        "'',INVALID_CONTENT_TYPE",
        "application/octet-stream,INVALID_CONTENT_TYPE",
    })
    void other_content_types_are_refused(String contentType, Kind kind) {
        refusal(kind, request(contentType, "1"), RULES);
    }

    @ParameterizedTest
    @CsvSource({"'{'", "'1,\"id\":\"2\"'", "'1}'", "'1 2'", "x"})
    void a_body_that_is_not_one_json_value_is_refused(String text) {
        refusal(Kind.INPUT_JSON_INVALID, request("application/json", text), RULES);
    }

    @Test
    void data_nests_one_less_deep_than_a_document() {
        int deepest = JsonCursor.NESTING_MAX - 1;
        Event event = read(request("application/json", "[".repeat(deepest) + "]".repeat(deepest)));
        assertEquals(event.attributes(), EventReader.attributes(EventSchema.CLOUD_EVENT_V1_0, event.json()));
        String tooDeep = "[".repeat(deepest + 1) + "]".repeat(deepest + 1);
        refusal(Kind.INPUT_JSON_INVALID, request("application/json", tooDeep), RULES);
    }

    @Test
    void ce_headers_mean_nothing_to_the_other_schemas() {
        PublishedBody body = request("application/json", "[" + Publishing.EVENT_GRID_EVENT + "]");
        assertEquals(1, EventReader.read(body, rules(EventSchema.EVENT_GRID)).size());
    }
}
