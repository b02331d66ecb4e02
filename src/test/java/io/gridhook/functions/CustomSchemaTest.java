package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Behaviour §11.1 to §11.4 for topics of {@code CustomEventSchema}, a row for each sentence, from the topic's PUT to the POST that a
 * subscriber gets. What the reference leaves open and is chosen here is on the page {@code schemas.md}.
 */
class CustomSchemaTest {
    private static final String MAPPED = "'id':{'sourceField':'myId'},'topic':{'sourceField':'myTopic'},"
            + "'eventTime':{'sourceField':'myTime'},'eventType':{'sourceField':'myType','defaultValue':'X'},"
            + "'subject':{'sourceField':'mySubject','defaultValue':'S'},'dataVersion':{'sourceField':'','defaultValue':'1.0'}";

    private final ExampleWorld world = new ExampleWorld("cloud");

    /** §11.3: which fields have what. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // id, topic and eventTime have only sourceField
                "'id':{'sourceField':'a'}                                | 201 | ",
                "'topic':{'sourceField':'a'}                             | 201 | ",
                "'eventTime':{'sourceField':'a'}                         | 201 | ",
                "'id':{'defaultValue':'a'}                               | 400 | id.defaultValue: unknown property",
                "'topic':{'sourceField':'a','defaultValue':'b'}          | 400 | topic.defaultValue: unknown property",
                "'eventTime':{'defaultValue':'2026-11-20T09:30:00Z'}     | 400 | eventTime.defaultValue: unknown property",
                // eventType, subject and dataVersion may have a defaultValue
                "'eventType':{'defaultValue':'a'}                        | 201 | ",
                "'subject':{'defaultValue':'a'}                          | 201 | ",
                "'dataVersion':{'defaultValue':'a'}                      | 201 | ",
                "'eventType':{'sourceField':'a','defaultValue':'b'}      | 201 | ",
                // the samples name top-level properties; nesting is not supported
                "'subject':{'sourceField':'a.b'}                         | 400 | subject.sourceField: a.b (expected: the name of a top-level",
                // others cannot be mapped
                "'metadataVersion':{'sourceField':'a'}                   | 400 | metadataVersion: unknown property",
                "'data':{'sourceField':'a'}                              | 400 | data: unknown property",
                "                                                        | 201 | ",
            })
    void a_mapping_has_what_it_may_have(String mapping, int status, String message) {
        String answer = topic(mapping == null ? "" : mapping);
        assertTrue(answer.startsWith("=> " + status), answer);
        assertTrue(message == null || answer.contains(message), answer);
    }

    /** §11.1, §11.3: what a subscription may have, and has if it says nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cloud | 'eventType':{'sourceField':'a'} |                      | EventGridSchema",
                "cloud | 'eventType':{'sourceField':'a'} | EventGridSchema      | EventGridSchema",
                "cloud | 'eventType':{'defaultValue':'a'}| CloudEventSchemaV1_0 | CloudEventSchemaV1_0",
                "cloud | 'eventType':{'sourceField':'a'} | CustomInputSchema    | CustomInputSchema",
                "cloud | 'eventType':{'sourceField':'a'} | CustomEventSchema    | CustomInputSchema",
                // Ours: without an eventType there is no envelope that others could read.
                "cloud | 'subject':{'sourceField':'a'}   |                      | CustomInputSchema",
                "cloud | 'subject':{'sourceField':'a'}   | CustomInputSchema    | CustomInputSchema",
                "cloud | 'subject':{'sourceField':'a'}   | EventGridSchema      | EventGridSchema (expected: CustomInputSchema"
                        + " for a topic of CustomEventSchema whose inputSchemaMapping gives no eventType)",
                "edge  | 'eventType':{'sourceField':'a'} |                      | CustomInputSchema",
                "edge  | 'eventType':{'sourceField':'a'} | EventGridSchema      | EventGridSchema (expected: CustomInputSchema"
                        + " for a topic of CustomEventSchema in profile edge)",
                "kubernetes | 'eventType':{'sourceField':'a'} |                 | CloudEventSchemaV1_0",
                "kubernetes | 'eventType':{'sourceField':'a'} | EventGridSchema | EventGridSchema (expected: CloudEventSchemaV1_0"
                        + " for a topic of CustomEventSchema in profile kubernetes)",
                "kubernetes | 'subject':{'sourceField':'a'} |                   | none (expected: no subscription"
                        + " for a topic of CustomEventSchema whose inputSchemaMapping gives no eventType in profile kubernetes)",
            })
    void a_subscription_has_a_schema_that_fits(String profile, String mapping, String schema, String expected) {
        topic(mapping);
        String answer = subscribe(
                (schema == null ? "" : "'eventDeliverySchema':'" + schema + "',") + "'profile':'" + profile + "'");
        boolean isRefused = expected.contains("(");
        assertTrue(answer.startsWith(isRefused ? "=> 400" : "=> 201"), answer);
        String part = (isRefused ? "eventDeliverySchema: " : "\"eventDeliverySchema\": \"") + expected;
        assertTrue(answer.contains(part), answer);
    }

    /** §11.3: how the envelope is filled. {@code NEW} is a generated id, {@code NOW} the time of arrival, {@code TOPIC} the topic's id. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // found in the event
                "{'myId':'7','myTopic':'/t','myTime':'2020-01-01T00:00:00Z','myType':'T','mySubject':'s'}"
                        + " | 7   | 2020-01-01T00:00:00Z | T | 1.0 | /t    | s",
                // a source field that is missing: the default, or what fills a field that is not mapped
                "{}                                     | NEW | NOW | X | 1.0 | TOPIC | S",
                "{'mySubject':'s'}                      | NEW | NOW | X | 1.0 | TOPIC | s",
                // Ours: null is missing; an empty text is a value, but for what has to be filled.
                "{'mySubject':null,'myType':null}       | NEW | NOW | X | 1.0 | TOPIC | S",
                "{'mySubject':''}                       | NEW | NOW | X | 1.0 | TOPIC | ''",
                "{'myId':'','myTopic':'','myTime':''}   | NEW | NOW | X | 1.0 | TOPIC | S",
                // Ours: numbers and booleans as they are spelt
                "{'myId':7,'mySubject':1.50,'myType':true} | 7 | NOW | true | 1.0 | TOPIC | 1.50",
                // only at the top level, and by exactly this name
                "{'a':{'mySubject':'s'},'MYSUBJECT':'s','subject':'s','id':'i'} | NEW | NOW | X | 1.0 | TOPIC | S",
            })
    void the_envelope_is_filled(
            String event, String id, String time, String type, String version, String topic, String subject) {
        topic(MAPPED);
        subscribe("'eventDeliverySchema':'EventGridSchema'");
        assertEquals("=> 200", publish("[" + event + "]"));
        // The order and the spelling are the page's.
        String envelope =
                "{\"id\":\"%s\",\"eventTime\":\"%s\",\"eventType\":\"%s\",\"dataVersion\":\"%s\",\"metadataVersion\":\"1\","
                        + "\"topic\":\"%s\",\"subject\":\"%s\",\"data\":%s}";
        assertEquals(
                "[" + envelope.formatted(id, time, type, version, topic, subject, event.replace('\'', '"')) + "]",
                delivered());
    }

    /** §11.3: what is not mapped, and nothing else can fill. */
    @ParameterizedTest
    @CsvSource({"EventGridSchema", "CloudEventSchemaV1_0", "CustomInputSchema"})
    void each_schema_has_the_whole_event(String schema) {
        topic("'eventType':{'defaultValue':'T'}");
        subscribe("'eventDeliverySchema':'" + schema + "'");
        assertEquals("=> 200", publish("[{'a':1}]"));
        String expected =
                switch (schema) {
                    case "EventGridSchema" ->
                        "[{'id':'NEW','eventTime':'NOW','eventType':'T','dataVersion':'','metadataVersion':'1',"
                                + "'topic':'TOPIC','subject':'','data':{'a':1}}]";
                    // §11.2; a CloudEvent has no empty subject.
                    case "CloudEventSchemaV1_0" ->
                        "{'specversion':'1.0','id':'NEW','source':'TOPIC','type':'T','time':'NOW','dataschema':'#',"
                                + "'datacontenttype':'application/json','data':{'a':1}}";
                    default -> "[{'a':1}]";
                };
        assertEquals(expected.replace('\'', '"'), delivered());
    }

    /** §11.3: a body is an array of objects; ours: an event that cannot be mapped is refused where it is published. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]                      | ",
                "[{'myType':'T'}]        | ",
                "{'myType':'T'}          | Token expected: StartArray, actual token received: StartObject",
                "[[{'myType':'T'}]]      | Token expected: StartObject, actual token received: StartArray",
                "[{'myType':'T'},1]      | Token expected: StartObject, actual token received: Integer (event at index 1)",
                "['a']                   | Token expected: StartObject, actual token received: String (event at index 0)",
                "[{}]                    | myType: missing (expected: the value that the topic's inputSchemaMapping takes for eventType",
                "[{'myType':''}]         | myType: \\\"\\\" (expected: a value that is not empty: it is mapped to eventType)",
                "[{'myType':'T','x':1,'x':2}] | x: given more than once",
                "[{'myType':{}}]         | myType: StartObject (expected: String, Integer, Float or Boolean: it is mapped)",
                "[{'myType':'T','myTime':'noon'}] | myTime: noon (expected: an ISO-8601 date and time: it is mapped to eventTime)",
            })
    void what_cannot_be_mapped_is_not_taken(String body, String message) {
        topic("'eventType':{'sourceField':'myType'},'eventTime':{'sourceField':'myTime'}");
        String answer = publish(body);
        assertTrue(answer.startsWith(message == null ? "=> 200" : "=> 400"), answer);
        assertTrue(message == null || answer.contains(message), answer);
    }

    /** Ours. */
    @Test
    void one_property_may_fill_two_fields() {
        topic("'id':{'sourceField':'a'},'eventType':{'sourceField':'a'},'subject':{'sourceField':'a'}");
        subscribe("'eventDeliverySchema':'CloudEventSchemaV1_0'");
        assertEquals("=> 200", publish("[{'a':5}]"));
        String expected =
                "{'specversion':'1.0','id':'5','source':'TOPIC','type':'5','subject':'5','time':'NOW','dataschema':'#',"
                        + "'datacontenttype':'application/json','data':{'a':5}}";
        assertEquals(expected.replace('\'', '"'), delivered());
    }

    /** §5.3; ours: an envelope of a topic that maps nothing. */
    @Test
    void a_dead_letter_has_what_there_is() {
        topic("");
        subscribe("'retryPolicy':{'maxDeliveryAttempts':1},'deadLetterDestination':{'endpointType':'StorageBlob',"
                + "'properties':{'resourceId':'/x/storageAccounts/account','blobContainerName':'deadletter'}}");
        assertEquals("=> 200", publish("[{'a':1}]"));
        world.answer("DELIVER 404");
        String letter = world.answer("DEAD-LETTER");
        assertTrue(letter.contains("\"eventType\": \"\","), letter);
        assertTrue(letter.contains("\"subject\": \"\","), letter);
        assertTrue(letter.contains("\"a\": 1"), letter);
    }

    private String topic(String mapping) {
        return world.answer("PUT " + ExampleWorld.PROVIDER + "/topics/custom?api-version=2022-06-15\n\n"
                + ("{'location':'westus2','properties':{'inputSchema':'CustomEventSchema','inputSchemaMapping':{"
                                + "'inputSchemaMappingType':'Json','properties':{" + mapping + "}}}}")
                        .replace('\'', '"'));
    }

    private String subscribe(String properties) {
        return world.answer(
                "PUT " + ExampleWorld.PROVIDER + "/topics/custom/eventSubscriptions/all?api-version=2022-06-15\n\n"
                        + ("{'properties':{" + properties + ",'destination':{'endpointType':'WebHook','properties':{"
                                        + "'endpointUrl':'https://h/'}}}}")
                                .replace('\'', '"'));
    }

    private String publish(String body) {
        return world.answer("POST /topics/custom/api/events?api-version=2018-01-01\n\n" + body.replace('\'', '"'));
    }

    /** The body of the POST, without the blanks of its print, and with names for what is made or differs. */
    private String delivered() {
        String shown = world.answer("DELIVER");
        int body = Math.max(shown.indexOf("\n["), shown.indexOf("\n{"));
        return shown.substring(body)
                .replaceAll("\n *| (?=[\\[{])", "")
                .replace("\": ", "\":")
                .replace("{ }", "{}")
                .replaceAll("00000000-0000-0000-0000-0000000000[0-9a-f]{2}", "NEW")
                .replace("2026-11-20T09:30:00.0000000Z", "NOW")
                .replace(ExampleWorld.PROVIDER + "/topics/custom", "TOPIC");
    }
}
