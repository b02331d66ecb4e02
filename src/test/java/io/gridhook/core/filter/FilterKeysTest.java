package io.gridhook.core.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventAttributes;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §8.4: where a key leads. */
class FilterKeysTest {
    private static final String EVENT_GRID = """
            {"id":"i","subject":"/s","eventType":"T","eventTime":"2026-01-01T00:00:00Z","dataVersion":"2",
             "data":{"color":"red","Color":"blue","a.b":"dotted","a":{"b":"nested","c":["x",{"d":"deep"}]},"":"empty",
                     "twice":"first","twice":"second","topic":"inner"}}""";
    private static final String CLOUD_EVENT = """
            {"specversion":"1.0","id":"i","source":"/src","type":"T","subject":null,"time":"2026-01-01T00:00:00Z",
             "comexampleextension1":"value","comexampleothervalue":5,"flag":true,
             "data":{"appinfoA":"abc","appinfoB":123,"type":"inner"}}""";
    private static final String CUSTOM = """
            {"eventType":"mine","RootKey":"exact","a":{"b":{"c":"deep"}},"data":{"x":"in data"}}""";

    /** Keys of the documentation; topic and dataVersion also where Event Grid stamps them. */
    @ParameterizedTest
    @CsvSource({
        "ID,           i",
        "Topic,        /topics/orders",
        "Subject,      /S",
        "EventType,    t",
        "DataVersion,  2",
        "eventtime,    2026-01-01T00:00:00Z",
        "metadataVersion, 1",
        "Data.A.B,     nested",
        "data.topic,   inner",
        // Ours: the first of members that letter case alone, or nothing, tells apart.
        "data.color,   red",
        "data.Color,   red",
        "data.twice,   first",
        "data.,        empty",
    })
    void a_key_of_an_event_grid_event(String key, String value) {
        assertTrue(isThere(EventSchema.EVENT_GRID, EVENT_GRID, key, value));
    }

    @ParameterizedTest
    @CsvSource({"data.a.c.d", "data.a.c.0", "data.color.x", "data.x", "$.data.color", "source", "type", "x", "data..a"})
    void no_key_of_an_event_grid_event(String key) {
        assertTrue(isAbsent(EventSchema.EVENT_GRID, EVENT_GRID, key));
    }

    /** The documentation's example, and azure-docs issue 86764: {@code type}, and not {@code eventtype}. */
    @ParameterizedTest
    @CsvSource({
        "id,                   i",
        "source,               /src",
        "type,                 T",
        "specversion,          1.0",
        "time,                 2026-01-01T00:00:00Z",
        "comexampleextension1, value",
        "comexampleothervalue, 5",
        "flag,                 true",
        "data.appinfoA,        abc",
        "DATA.type,            inner",
    })
    void a_key_of_a_cloud_event(String key, String value) {
        assertTrue(isThere(EventSchema.CLOUD_EVENT_V1_0, CLOUD_EVENT, key, value));
    }

    @ParameterizedTest
    @CsvSource({"eventtype", "topic", "subject", "datacontenttype", "comexampleextension1.x"})
    void no_key_of_a_cloud_event(String key) {
        assertTrue(isAbsent(EventSchema.CLOUD_EVENT_V1_0, CLOUD_EVENT, key));
    }

    /** The documentation's example: an extension attribute that is a number, and a filter of strings. */
    @Test
    void a_number_is_a_text_where_it_is_an_attribute_of_a_cloud_event_and_not_in_its_data() {
        Event event = Filtering.event(EventSchema.CLOUD_EVENT_V1_0, CLOUD_EVENT);
        assertTrue(Filtering.matches(
                Filtering.advanced("StringBeginsWith", "comexampleothervalue", "[\"5\",\"1\"]"), event));
        assertTrue(Filtering.matches(Filtering.advanced("NumberIn", "comexampleothervalue", "[5]"), event));
        assertFalse(Filtering.matches(Filtering.advanced("StringBeginsWith", "data.appinfoB", "[\"1\"]"), event));
    }

    /** IoT Edge's page: no restriction on the key of a custom event. */
    @ParameterizedTest
    @CsvSource({"eventType, mine", "rootkey, exact", "a.b.c, deep", "data.x, in data"})
    void a_key_of_a_custom_event(String key, String value) {
        assertTrue(isThere(EventSchema.CUSTOM, CUSTOM, key, value));
    }

    @ParameterizedTest
    @CsvSource({"id", "subject", "topic", "dataVersion"})
    void what_the_mapping_fills_is_no_key_of_a_custom_event(String key) {
        assertTrue(isAbsent(EventSchema.CUSTOM, CUSTOM, key));
    }

    @Test
    void one_event_may_be_asked_for_an_object_and_what_is_in_it() {
        List<EventFilter> filters = List.of(
                Filtering.advanced("IsNotNull", "data.a", ""),
                Filtering.advanced("StringIn", "data.a.b", "[\"nested\"]"),
                Filtering.advanced("StringIn", "data.a.c", "[\"x\"]"),
                Filtering.advanced("IsNullOrUndefined", "data.a.b.c", ""));
        assertEquals(
                List.of(0, 1, 2, 3), Filtering.matching(filters, Filtering.event(EventSchema.EVENT_GRID, EVENT_GRID)));
    }

    @Test
    void an_event_is_not_read_for_what_is_known_of_it() {
        Event unreadable =
                new Event(EventSchema.EVENT_GRID, JsonText.of("{!"), new EventAttributes("i", "t", "T", "/s", "", ""));
        List<EventFilter> filters = List.of(
                Filtering.filter("{\"includedEventTypes\":[\"t\"],\"subjectEndsWith\":\"s\"}"),
                Filtering.advanced("StringIn", "eventType", "[\"t\"]"),
                // Another type's data is not asked for.
                Filtering.filter("{\"includedEventTypes\":[\"other\"],\"advancedFilters\":["
                        + "{\"operatorType\":\"IsNotNull\",\"key\":\"data.x\"}]}"));
        assertEquals(List.of(0, 1), Filtering.matching(filters, unreadable));
    }

    @Test
    void an_event_is_read_no_further_than_to_the_last_key() {
        Event brokenBehind = new Event(
                EventSchema.EVENT_GRID,
                JsonText.of("{\"data\":{\"a\":{\"b\":1,\"skipped\":[{}]},\"c\":[2],!"),
                new EventAttributes("i", "t", "T", "/s", "", ""));
        List<EventFilter> filters = List.of(
                Filtering.advanced("NumberIn", "data.a.b", "[1]"),
                Filtering.advanced("NumberIn", "data.c", "[2]"),
                Filtering.advanced("IsNullOrUndefined", "data.a.x", ""),
                Filtering.advanced("IsNotNull", "data.a", ""));
        assertEquals(List.of(0, 1, 2, 3), Filtering.matching(filters, brokenBehind));
    }

    private static boolean isThere(EventSchema schema, String event, String key, String value) {
        return Filtering.matches(
                Filtering.advanced("StringIn", key, "[\"" + value + "\"]"), Filtering.event(schema, event));
    }

    private static boolean isAbsent(EventSchema schema, String event, String key) {
        return Filtering.matches(Filtering.advanced("IsNullOrUndefined", key, ""), Filtering.event(schema, event));
    }
}
