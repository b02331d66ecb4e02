package io.gridhook.core.event;

import static io.gridhook.core.event.Publishing.json;
import static io.gridhook.core.event.Publishing.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.InvalidEventException.Kind;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Behaviour §16: how events of a domain name its topics. Rules and words as observed: MicrosoftDocs/azure-docs issues 27980, 43468 and
 * 112147.
 */
class DomainEventsTest {
    private static final String PREFIX = "/subscriptions/s/g/domains/shops/topics/";
    private static final DomainTopicIds IDS = new DomainTopicIds(PREFIX, name -> name.matches("[A-Za-z0-9-]{3,50}"));
    private static final String GRID =
            "{\"topic\":%s, \"id\":\"1\",\"subject\":\"s\",\"eventType\":\"t\",\"eventTime\":\"2026-01-01T00:00:00Z\","
                    + "\"data\":{\"topic\":1},\"dataVersion\":\"1\",\"metadataVersion\":\"1\"}";
    private static final String CLOUD =
            "{\"specversion\":\"1.0\",\"id\":\"1\",\"type\":\"t\",\"source\":%s,\"data\":1}";

    private static PublishRules rules(PublishRules of) {
        return new PublishRules(
                of.schema(),
                of.mapping(),
                "/subscriptions/s/g/domains/shops",
                of.otherTopicIds(),
                Optional.of(IDS),
                of.requiredFields(),
                of.eventTimeChecked(),
                of.now(),
                of.newId());
    }

    private static PublishRules rules(EventSchema schema) {
        return rules(Publishing.rules(schema));
    }

    @ParameterizedTest
    @CsvSource({
        "berlin,                                          berlin",
        "Berlin-2,                                        Berlin-2",
        "/subscriptions/s/g/domains/shops/topics/berlin,  berlin",
        "/SUBSCRIPTIONS/s/g/domains/Shops/topics/berlin,  berlin",
    })
    void a_topic_is_named_by_its_name_or_its_id(String given, String name) {
        Event event = EventReader.read(json(GRID.formatted('"' + given + '"')), rules(EventSchema.EVENT_GRID))
                .get(0);
        assertEquals(Optional.of(name), IDS.nameOf(event.attributes().source()));
        String id = given.startsWith("/") ? given : PREFIX + given;
        assertEquals(id, event.attributes().source());
        assertEquals(GRID.formatted('"' + id + '"'), event.json().toString(), "every other byte stays");
        Event cloud = EventReader.read(
                        Publishing.structured(CLOUD.formatted('"' + given + '"')), rules(EventSchema.CLOUD_EVENT_V1_0))
                .get(0);
        assertEquals(Optional.of(name), IDS.nameOf(cloud.attributes().source()));
        assertEquals(CLOUD.formatted('"' + given + '"'), cloud.json().toString(), "a CloudEvent stays as it is");
    }

    /** Escapes and all: what is replaced is the value as it stands in the document. */
    @Test
    void events_of_several_topics_come_in_one_request() {
        String body = "[" + GRID.formatted("\"b\\u0065rlin\"") + ",  " + GRID.formatted("\"paris\"") + "]";
        var events = EventReader.read(json(body), rules(EventSchema.EVENT_GRID));
        assertEquals(
                GRID.formatted('"' + PREFIX + "berlin\""), events.get(0).json().toString());
        assertEquals(
                GRID.formatted('"' + PREFIX + "paris\""), events.get(1).json().toString());
    }

    @ParameterizedTest
    @CsvSource({"ab", "https://my-source.example/", "/subscriptions/s/g/domains/other/topics/berlin", "a/b", "' berlin'"
    })
    void what_names_no_topic_is_refused(String given) {
        String words =
                "Required property 'topic' needs to either be a full resource id or should be just the name of the"
                        + " domain topic. Found: " + given;
        assertEquals(
                words + " (in topic) (event at index 1)",
                refusal(
                        Kind.INPUT_JSON_INVALID,
                        json("[" + GRID.formatted("\"berlin\"") + "," + GRID.formatted('"' + given + '"') + "]"),
                        rules(EventSchema.EVENT_GRID)));
        assertEquals(
                words + " (in source)",
                refusal(
                        Kind.INPUT_JSON_INVALID,
                        Publishing.structured(CLOUD.formatted('"' + given + '"')),
                        rules(EventSchema.CLOUD_EVENT_V1_0)));
    }

    @ParameterizedTest
    @CsvSource({"null", "'\"\"'"})
    void a_missing_topic_is_named(String none) {
        assertEquals(
                "topic: missing (expected: the name of the domain topic, or its full resource id) (event at index 0)",
                refusal(
                        Kind.INPUT_JSON_INVALID,
                        json("[" + GRID.formatted(none) + "]"),
                        rules(EventSchema.EVENT_GRID)));
    }

    @Test
    void a_binary_cloud_event_names_its_topic_in_a_header() {
        Map<String, String> headers =
                Map.of("ce-specversion", "1.0", "ce-id", "1", "ce-type", "t", "ce-source", "no topic");
        String refused = refusal(
                Kind.INPUT_JSON_INVALID,
                new PublishedBody("application/json", headers, "1"),
                rules(EventSchema.CLOUD_EVENT_V1_0));
        assertTrue(refused.endsWith("Found: no topic (in ce-source)"), refused);
    }

    /** §11.3: by the mapping's topic; its default is none that Event Grid knows. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shop | {\"shop\":\"berlin\"} | /subscriptions/s/g/domains/shops/topics/berlin",
                "shop | {\"shop\":\"no topic\"} | Found: no topic (in shop) (event at index 0)",
                "shop | {} | shop: missing (expected: the name of the domain topic, or its full resource id) (event at index 0)",
                "''   | {\"topic\":\"berlin\"} | topic: not among the domain's inputSchemaMapping"
                        + " (expected: the name of the domain topic, or its full resource id) (event at index 0)",
            })
    void a_custom_event_names_its_topic_by_the_mapping(String field, String event, String expected) {
        InputSchemaMapping.Field none = InputSchemaMapping.Field.NONE;
        InputSchemaMapping mapping =
                new InputSchemaMapping(none, new InputSchemaMapping.Field(field, ""), none, none, none, none);
        PublishRules rules = rules(Publishing.rules(EventSchema.CUSTOM, mapping));
        if (expected.startsWith("/")) {
            Event read = EventReader.read(json("[" + event + "]"), rules).get(0);
            assertEquals(expected, read.attributes().source());
            assertEquals(event, read.json().toString());
        } else {
            String refused = refusal(Kind.INPUT_JSON_INVALID, json("[" + event + "]"), rules);
            assertTrue(refused.endsWith(expected), refused);
        }
    }
}
