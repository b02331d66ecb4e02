package io.gridhook.core.event;

import static io.gridhook.core.event.Publishing.CLOUD_EVENT;
import static io.gridhook.core.event.Publishing.EVENT_GRID_EVENT;
import static io.gridhook.core.event.Publishing.MAPPING;
import static io.gridhook.core.event.Publishing.NEW_ID;
import static io.gridhook.core.event.Publishing.TOPIC_ID;
import static io.gridhook.core.event.Publishing.cloudEvent;
import static io.gridhook.core.event.Publishing.custom;
import static io.gridhook.core.event.Publishing.eventGrid;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.core.event.EventWriter.DeliveryBody;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §3 and §11; vector 12 of §23. */
final class EventWriterTest {
    private static final String JSON = "application/json; charset=utf-8";
    private static final String SINGLE = "application/cloudevents+json; charset=utf-8";
    private static final String BATCH = "application/cloudevents-batch+json; charset=utf-8";

    private static Event published(EventSchema schema) {
        return switch (schema) {
            case EVENT_GRID -> eventGrid(EVENT_GRID_EVENT).get(0);
            case CLOUD_EVENT_V1_0 -> cloudEvent(CLOUD_EVENT);
            case CUSTOM -> custom("[{\"mySubject\":\"s\"}]", MAPPING);
        };
    }

    private static Event eventGridWith(String members) {
        return eventGrid(EVENT_GRID_EVENT.substring(0, EVENT_GRID_EVENT.length() - 1) + "," + members + "}")
                .get(0);
    }

    private static String single(DeliverySchema out, Event event) {
        return EventWriter.write(out, List.of(event), false, false).json().toString();
    }

    /** Behaviour §11.1. */
    @ParameterizedTest
    @CsvSource({
        "EVENT_GRID,EVENT_GRID,true",
        "EVENT_GRID,CLOUD_EVENT_V1_0,true",
        "EVENT_GRID,CUSTOM_INPUT,false",
        "CLOUD_EVENT_V1_0,EVENT_GRID,false",
        "CLOUD_EVENT_V1_0,CLOUD_EVENT_V1_0,true",
        "CLOUD_EVENT_V1_0,CUSTOM_INPUT,false",
        "CUSTOM,EVENT_GRID,true",
        "CUSTOM,CLOUD_EVENT_V1_0,true",
        "CUSTOM,CUSTOM_INPUT,true",
    })
    void only_the_documented_pairs_are_allowed(EventSchema in, DeliverySchema out, boolean allowed) {
        assertEquals(allowed, EventWriter.allowed(in, out));
        List<Event> events = List.of(published(in));
        if (!allowed) {
            assertThrows(IllegalArgumentException.class, () -> EventWriter.write(out, events, false, false));
        }
    }

    /** Behaviour §3.1–3.3; kubernetes sends an array of one. */
    @ParameterizedTest
    @CsvSource({
        "EVENT_GRID,EVENT_GRID,1,false,false," + JSON + ",array",
        "EVENT_GRID,EVENT_GRID,2,true,false," + JSON + ",array",
        "EVENT_GRID,CLOUD_EVENT_V1_0,1,false,false," + SINGLE + ",object",
        "EVENT_GRID,CLOUD_EVENT_V1_0,1,true,false," + BATCH + ",array",
        "CLOUD_EVENT_V1_0,CLOUD_EVENT_V1_0,1,false,false," + SINGLE + ",object",
        "CLOUD_EVENT_V1_0,CLOUD_EVENT_V1_0,1,true,false," + BATCH + ",array",
        "CLOUD_EVENT_V1_0,CLOUD_EVENT_V1_0,3,true,false," + BATCH + ",array",
        "CLOUD_EVENT_V1_0,CLOUD_EVENT_V1_0,1,false,true," + BATCH + ",array",
        "CUSTOM,CUSTOM_INPUT,1,false,false," + JSON + ",array",
        "CUSTOM,EVENT_GRID,2,true,false," + JSON + ",array",
        "CUSTOM,CLOUD_EVENT_V1_0,1,false,false," + SINGLE + ",object",
    })
    void each_schema_has_its_form(
            EventSchema in,
            DeliverySchema out,
            int count,
            boolean batched,
            boolean singleAsArray,
            String contentType,
            String form) {
        Event event = published(in);
        DeliveryBody body = EventWriter.write(out, Collections.nCopies(count, event), batched, singleAsArray);
        assertEquals(contentType, body.contentType());
        char first = form.equals("array") ? '[' : '{';
        assertEquals(first, body.json().toString().charAt(0));
    }

    @Test
    void events_of_a_batch_are_joined_in_order() {
        Event first = cloudEvent(CLOUD_EVENT);
        Event second = cloudEvent(CLOUD_EVENT.replace("\"id\":\"1\"", "\"id\":\"2\""));
        DeliveryBody body = EventWriter.write(DeliverySchema.CLOUD_EVENT_V1_0, List.of(first, second), true, false);
        assertEquals("[" + first.json() + "," + second.json() + "]", body.json().toString());
    }

    @Test
    void no_events_make_no_post() {
        assertThrows(
                IllegalArgumentException.class,
                () -> EventWriter.write(DeliverySchema.EVENT_GRID, List.of(), true, false));
    }

    @Test
    void event_grid_goes_out_as_it_was_stored() {
        Event event = eventGridWith("\"data\" : [ 1.0 ]");
        assertEquals("[" + event.json() + "]", single(DeliverySchema.EVENT_GRID, event));
    }

    /** Behaviour §11.2. */
    @Test
    void event_grid_becomes_a_cloud_event() {
        Event event = eventGridWith("\"data\" : { \"n\" : -0.0E+00 } ,\"dataVersion\":\"2.0\"");
        assertEquals(
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"" + TOPIC_ID
                        + "\",\"type\":\"t\",\"subject\":\"s\","
                        + "\"time\":\"2020-01-01T00:00:00Z\",\"dataschema\":\"#2.0\","
                        + "\"datacontenttype\":\"application/json\",\"data\":{ \"n\" : -0.0E+00 }}",
                single(DeliverySchema.CLOUD_EVENT_V1_0, event));
    }

    /** Ours: readers that hold CloudEvents to its specification refuse a batch for a {@code dataschema} that is no URI. */
    @Test
    void in_a_batch_a_converted_event_has_no_dataschema() {
        Event event = eventGridWith("\"data\":1,\"dataVersion\":\"2.0\"");
        DeliveryBody body = EventWriter.write(DeliverySchema.CLOUD_EVENT_V1_0, List.of(event), true, false);
        assertEquals(
                "[{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"" + TOPIC_ID
                        + "\",\"type\":\"t\",\"subject\":\"s\",\"time\":\"2020-01-01T00:00:00Z\","
                        + "\"datacontenttype\":\"application/json\",\"data\":1}]",
                body.json().toString());
    }

    @Test
    void a_cloud_event_without_data_or_subject_does_not_speak_of_them() {
        Event event = eventGrid(EVENT_GRID_EVENT.replace("\"s\"", "\"\"").replace("00Z", "00"))
                .get(0);
        assertEquals(
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"" + TOPIC_ID + "\",\"type\":\"t\","
                        + "\"time\":\"2020-01-01T00:00:00Z\",\"dataschema\":\"#\"}",
                single(DeliverySchema.CLOUD_EVENT_V1_0, event));
    }

    @Test
    void attributes_are_escaped_as_json_needs_it() {
        Event event = eventGrid(EVENT_GRID_EVENT
                        .replace("\"s\"", "\"\\\"\\\\\\n\\ud800 \\ud83d\\ude00é\"")
                        .replace("\"t\"", "\"\\u0000\\udc00\""))
                .get(0);
        String out = single(DeliverySchema.CLOUD_EVENT_V1_0, event);
        EventAttributes read = cloudEvent(out).attributes();
        assertEquals(event.attributes().subject(), read.subject());
        assertEquals("\"\\\n\ud800 😀é", read.subject());
        assertEquals("\0\udc00", read.type());
    }

    /** Behaviour §11.3. */
    @Test
    void a_custom_event_goes_into_an_envelope_whole() {
        String original = "{ \"mySubject\" : \"s\", \"n\": 1.00 }";
        Event event = custom("[" + original + "]", MAPPING);
        assertEquals(
                "[{\"id\":\"" + NEW_ID + "\",\"eventTime\":\"2026-11-20T09:36:44.1234567Z\",\"eventType\":\"X\","
                        + "\"dataVersion\":\"1.0\",\"metadataVersion\":\"1\",\"topic\":\"" + TOPIC_ID
                        + "\",\"subject\":\"s\",\"data\":" + original + "}]",
                single(DeliverySchema.EVENT_GRID, event));
        assertEquals("[" + original + "]", single(DeliverySchema.CUSTOM_INPUT, event));
        Event asCloudEvent = cloudEvent(single(DeliverySchema.CLOUD_EVENT_V1_0, event));
        assertEquals(
                JsonText.of(original), StoredEvent.data(asCloudEvent.json()).orElseThrow());
        assertEquals("X", asCloudEvent.attributes().type());
    }

    @Test
    void the_data_version_header_speaks_for_all_events_or_not_at_all() {
        Event one = eventGridWith("\"dataVersion\":\"1\"");
        Event two = eventGridWith("\"dataVersion\":\"2\"");
        assertEquals("1", EventWriter.dataVersionHeader(DeliverySchema.EVENT_GRID, List.of(one, one)));
        assertEquals("", EventWriter.dataVersionHeader(DeliverySchema.EVENT_GRID, List.of(one, two)));
        assertEquals("", EventWriter.dataVersionHeader(DeliverySchema.CLOUD_EVENT_V1_0, List.of(one)));
    }

    @Test
    void stored_json_that_is_no_event_is_our_own_fault() {
        for (String text : List.of("", "[]", "{\"id\":", "{} {}")) {
            JsonText json = JsonText.of(text);
            assertThrows(
                    IllegalArgumentException.class, () -> EventReader.attributes(EventSchema.EVENT_GRID, json), text);
        }
    }
}
