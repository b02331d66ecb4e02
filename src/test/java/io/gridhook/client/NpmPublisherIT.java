package io.gridhook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.local.NpmClients;
import io.gridhook.local.TestHost;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Azure's publisher for JavaScript, {@code @azure/eventgrid}, over plain http, and what others' receivers make of our deliveries: its
 * {@code EventGridDeserializer}, and {@code HTTP.toEvent} of CloudEvents' own SDK (official-clients).
 */
class NpmPublisherIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** By the names that the SDK has for the schemas. */
    private static final Map<String, String> INPUT_SCHEMAS =
            Map.of("EventGrid", "EventGridSchema", "CloudEvent", "CloudEventSchemaV1_0", "Custom", "CustomEventSchema");

    private static final Map<String, String> EVENTS = Map.of(
            "EventGrid",
            "{\"id\":\"1\",\"eventType\":\"T\",\"subject\":\"s\",\"dataVersion\":\"1.0\",\"data\":{\"ä\":1}}",
            "CloudEvent",
            "{\"id\":\"1\",\"type\":\"T\",\"source\":\"/s\",\"subject\":\"s\",\"data\":{\"ä\":1}}",
            "Custom",
            "{\"id\":\"1\",\"ä\":{\"b\":[1,null,true]}}");

    @SuppressWarnings("NullAway.Init")
    private static TestHost host;

    @SuppressWarnings("NullAway.Init")
    private static NpmClients npm;

    @SuppressWarnings("NullAway.Init")
    private static EntraTenant entra;

    private final Receiver receiver = new Receiver();

    @BeforeAll
    static void start(@TempDir Path project) throws IOException {
        npm = NpmClients.install();
        TestHost.prepareServers();
        entra = new EntraTenant();
        host = TestHost.start(project, entra.settings());
    }

    @AfterAll
    static void stop() {
        host.close();
        entra.close();
    }

    /** Each schema of the SDK's with each of its credentials, and what the subscriber gets: the event, as its schema has it. */
    @ParameterizedTest
    @CsvSource({
        "EventGrid,  key",
        "EventGrid,  sas",
        "EventGrid,  entra",
        "CloudEvent, key",
        "CloudEvent, sas",
        "CloudEvent, entra",
        "Custom,     key",
        "Custom,     sas",
        "Custom,     entra",
    })
    void every_schema_is_published_with_every_credential(String schema, String credential) throws Exception {
        String topic = "with-" + schema + "-" + credential;
        String event = EVENTS.getOrDefault(schema, "");
        String key = subscribed(topic, INPUT_SCHEMAS.getOrDefault(schema, ""), "");
        NpmClients.Ended ended =
                switch (credential) {
                    case "key" -> npm.run("", "publish.mjs", url(topic), key, schema, event);
                    case "sas" -> npm.run("", "publish.mjs", url(topic), key, schema, event, "600");
                    default -> withToken(topic, entra.token(), schema, event);
                };
        assertEquals(0, ended.code(), ended.err());
        JsonNode received = receiver.await(1).get(0).json();
        JsonNode delivered = received.isArray() ? received.get(0) : received;
        JsonNode published = MAPPER.readTree(event);
        published.fieldNames().forEachRemaining(name -> assertEquals(published.get(name), delivered.get(name), name));
        assertEquals(schema.equals("CloudEvent"), delivered.has("specversion"), delivered.toString());
        assertEquals(schema.equals("EventGrid"), delivered.has("metadataVersion"), delivered.toString());
    }

    /** §9.1: a token of somebody who may not send; of nobody that is known. */
    @ParameterizedTest
    @CsvSource({"Reader, RestError 403", "'', RestError 401"})
    void a_token_that_does_not_count_is_refused(String role, String error) throws Exception {
        subscribed("of-others-" + role.length(), "EventGridSchema", "");
        String token = role.isEmpty() ? entra.token() + "x" : entra.token(role);
        NpmClients.Ended ended =
                withToken("of-others-" + role.length(), token, "EventGrid", EVENTS.getOrDefault("EventGrid", ""));
        assertEquals(error, ended.err().strip());
        assertEquals(Set.of(), receiver.ids());
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    @Test
    void event_grid_events_arrive() throws Exception {
        String key = subscribed("orders", "EventGridSchema", "");
        publish("orders", key, "EventGrid", """
                {"id":"e1","eventType":"Order.Placed","subject":"/orders/1","dataVersion":"1.0",
                 "eventTime":"2026-01-02T03:04:05.678Z","data":{"ä":[1,2.5,null]}}
                """);
        Receiver.Received received = receiver.await(1).get(0);
        assertEquals("application/json; charset=utf-8", received.header("content-type"));
        JsonNode event = read("eventgrid", received).get(0);
        assertEquals("e1", event.path("id").asText());
        assertEquals("Order.Placed", event.path("eventType").asText());
        assertEquals("/orders/1", event.path("subject").asText());
        assertEquals("2026-01-02T03:04:05.678Z", event.path("eventTime").asText());
        assertEquals("1.0", event.path("dataVersion").asText());
        assertTrue(event.path("topic").asText().endsWith("/topics/orders"), event.toString());
        assertEquals("{\"ä\":[1,2.5,null]}", event.path("data").toString());
    }

    @Test
    void cloud_events_arrive() throws Exception {
        String key = subscribed("cloud", "CloudEventSchemaV1_0", ",\"eventDeliverySchema\":\"CloudEventSchemaV1_0\"");
        publish("cloud", key, "CloudEvent", """
                {"id":"c1","type":"Order.Placed","source":"/shop","subject":"orders/1","time":"2026-01-02T03:04:05.678Z",
                 "data":{"ä":[1,2.5,null]},"extensionAttributes":{"traceparent":"00-1"}}
                """);
        Receiver.Received received = receiver.await(1).get(0);
        assertEquals("application/cloudevents+json; charset=utf-8", received.header("content-type"));
        JsonNode cloudEvents = read("cloudevents", received).get(0);
        assertEquals("c1", cloudEvents.path("id").asText());
        assertEquals("1.0", cloudEvents.path("specversion").asText());
        assertEquals("00-1", cloudEvents.path("traceparent").asText());
        assertEquals("2026-01-02T03:04:05.678Z", cloudEvents.path("time").asText());
        assertEquals("{\"ä\":[1,2.5,null]}", cloudEvents.path("data").toString());
        JsonNode eventGrid = read("eventgrid", received).get(0);
        assertEquals("c1", eventGrid.path("id").asText());
        assertEquals("/shop", eventGrid.path("source").asText());
        assertEquals(
                "00-1",
                eventGrid.path("extensionAttributes").path("traceparent").asText());
        assertEquals("{\"ä\":[1,2.5,null]}", eventGrid.path("data").toString());
    }

    /** Behaviour §3.2: batched, it is an array with another content type. */
    @Test
    void batched_cloud_events_are_read() throws Exception {
        String key = host.calls().createTopic("batched", "CloudEventSchemaV1_0");
        host.calls().putSubscription("batched", "all", """
                {"properties":{"destination":{"endpointType":"WebHook","properties":{
                 "endpointUrl":"%s","maxEventsPerBatch":10}}}}
                """.formatted(receiver.url("/")));
        publish("batched", key, "CloudEvent", "{\"id\":\"b1\",\"type\":\"T\",\"source\":\"/s\",\"data\":{\"n\":1}}");
        Receiver.Received received = receiver.await(1).get(0);
        assertEquals("application/cloudevents-batch+json; charset=utf-8", received.header("content-type"));
        assertEquals("b1", read("cloudevents", received).get(0).path("id").asText());
        assertEquals("b1", read("eventgrid", received).get(0).path("id").asText());
    }

    /** Behaviour §3.2, §7: one POST of several, of a batch that the SDK published. */
    @Test
    void a_batch_of_several_cloud_events_is_read_whole() throws Exception {
        String key = host.calls().createTopic("several", "CloudEventSchemaV1_0");
        host.calls().putSubscription("several", "all", """
                {"properties":{"destination":{"endpointType":"WebHook","properties":{
                 "endpointUrl":"%s","maxEventsPerBatch":10}}}}
                """.formatted(receiver.url("/")));
        publish("several", key, "CloudEvent", """
                [{"id":"b1","type":"T","source":"/s","data":{"n":1}},{"id":"b2","type":"T","source":"/s","subject":"two","data":{}},
                 {"id":"b3","type":"T","source":"/s","data":{"n":3}}]
                """);
        JsonNode events = read("cloudevents", receiver.await(1).get(0));
        assertEquals(3, events.size());
        assertEquals("{\"n\":1}", events.get(0).path("data").toString());
        assertEquals("two", events.get(1).path("subject").asText());
        assertEquals("{\"n\":3}", events.get(2).path("data").toString());
    }

    /** Behaviour §11.3: a custom event, delivered as a CloudEvent, alone and in a batch. */
    @ParameterizedTest
    @CsvSource({
        "1, application/cloudevents+json; charset=utf-8",
        "10, application/cloudevents-batch+json; charset=utf-8"
    })
    void a_mapped_event_is_a_cloud_event_to_others(int batch, String contentType) throws Exception {
        String topic = "mapped-" + batch;
        host.calls().putTopic(topic, """
                {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",
                 "properties":{"id":{"sourceField":"no"},"eventType":{"defaultValue":"Made"}}}}}
                """);
        host.calls().putSubscription(topic, "all", """
                {"properties":{"eventDeliverySchema":"CloudEventSchemaV1_0","destination":{"endpointType":"WebHook","properties":{
                 "endpointUrl":"%s","maxEventsPerBatch":%d}}}}
                """.formatted(receiver.url("/"), batch));
        publish(topic, host.calls().key(topic), "Custom", "{\"no\":7,\"a\":[1.50]}");
        Receiver.Received received = receiver.await(1).get(0);
        assertEquals(contentType, received.header("content-type"));
        JsonNode event = read("cloudevents", received).get(0);
        assertEquals("7", event.path("id").asText());
        assertEquals("Made", event.path("type").asText());
        assertEquals("{\"no\":7,\"a\":[1.5]}", event.path("data").toString());
    }

    /** Behaviour §11.1: an Event Grid event, delivered as a CloudEvent. */
    @Test
    void a_converted_event_is_a_cloud_event_to_others() throws Exception {
        String key = subscribed("converted", "EventGridSchema", ",\"eventDeliverySchema\":\"CloudEventSchemaV1_0\"");
        publish("converted", key, "EventGrid", """
                {"id":"e1","eventType":"Order.Placed","subject":"/orders/1","dataVersion":"1.0","data":{"a":1}}
                """);
        JsonNode event = read("cloudevents", receiver.await(1).get(0)).get(0);
        assertEquals("e1", event.path("id").asText());
        assertEquals("Order.Placed", event.path("type").asText());
        assertEquals("/orders/1", event.path("subject").asText());
        assertEquals("{\"a\":1}", event.path("data").toString());
    }

    @Test
    void custom_events_arrive() throws Exception {
        String key = subscribed("custom", "CustomEventSchema", ",\"eventDeliverySchema\":\"CustomInputSchema\"");
        publish("custom", key, "Custom", "{\"z\":1.5,\"a\":\"ä\",\"nested\":{\"b\":[true]}}");
        Receiver.Received received = receiver.await(1).get(0);
        assertEquals("application/json; charset=utf-8", received.header("content-type"));
        assertEquals("[{\"z\":1.5,\"a\":\"ä\",\"nested\":{\"b\":[true]}}]", received.body());
    }

    /** Behaviour §9.4, as the SDK tells it. */
    @ParameterizedTest
    @CsvSource({"locked, bm90IHRoZSBrZXk=, 401", "nowhere, bm90IHRoZSBrZXk=, 404"})
    void a_refused_publish_is_the_sdks_own_error(String topic, String key, int status) throws Exception {
        host.calls().createTopic("locked", "EventGridSchema");
        NpmClients.Ended ended = run(topic, key, "EventGrid", """
                {"id":"1","eventType":"T","subject":"s","dataVersion":"1","data":{}}
                """);
        assertEquals(1, ended.code());
        assertEquals("RestError " + status, ended.err().strip());
        assertEquals(Set.of(), receiver.ids());
    }

    /** Behaviour §16: by key and by token; the event that names no topic is refused, and the SDK tells what was said. */
    @ParameterizedTest
    @CsvSource({
        "depots, EventGrid,  EventGridSchema,      '\"subject\":\"s\",\"eventType\":\"T\",\"dataVersion\":\"1\",\"topic\"', ''",
        "stalls, EventGrid,  EventGridSchema,      '\"subject\":\"s\",\"eventType\":\"T\",\"dataVersion\":\"1\",\"topic\"', 600",
        "clouds, CloudEvent, CloudEventSchemaV1_0, '\"type\":\"T\",\"source\"',                                       ''",
    })
    void a_domain_is_published_to(String domain, String schema, String input, String named, String seconds)
            throws Exception {
        String path = host.calls().createDomain(domain, input);
        String key = host.calls().domainKey(path);
        String delivered = ",\"eventDeliverySchema\":\"" + input + "\"";
        host.calls().subscribeAt(path + "/topics/berlin", "billing", receiver.url("/billing"), delivered);
        host.calls().subscribeAt(path, "audit", receiver.url("/audit"), delivered);
        String endpoint = host.http() + "/domains/" + domain + "/api/events";
        for (String topic : List.of("berlin", "paris")) {
            String event = "{\"id\":\"" + topic + "\"," + named + ":\"" + topic + "\",\"data\":{}}";
            NpmClients.Ended ended = npm.run("", "publish.mjs", endpoint, key, schema, event, seconds);
            assertEquals(0, ended.code(), ended.err());
        }
        assertEquals(3, receiver.await(3).size(), "audit gets both");
        String wrong = "{\"id\":\"x\"," + named + ":\"https://no.topic/\",\"data\":{}}";
        NpmClients.Ended refused = npm.run("", "publish.mjs", endpoint, key, schema, wrong, seconds);
        assertEquals("RestError 400", refused.err().strip());
    }

    /** Behaviour §10: the SDK makes the token, with a lifetime in seconds, and sends it. */
    @ParameterizedTest
    @CsvSource({"signed, 600, 0, ''", "signed-late, -1, 1, RestError 401"})
    void a_sas_token_publishes_until_it_ends(String topic, int seconds, int code, String error) throws Exception {
        String key = subscribed(topic, "EventGridSchema", "");
        NpmClients.Ended ended = npm.run("", "publish.mjs", url(topic), key, "EventGrid", """
                {"id":"s1","eventType":"T","subject":"s","dataVersion":"1","data":{}}
                """, String.valueOf(seconds));
        assertEquals(error, ended.err().strip());
        assertEquals(code, ended.code());
        if (code == 0) {
            receiver.await(1);
        }
        assertEquals(code == 0 ? Set.of("s1") : Set.of(), receiver.ids());
    }

    private static String url(String topic) {
        return host.http() + "/topics/" + topic + "/api/events";
    }

    private String subscribed(String topic, String inputSchema, String more) {
        String key = host.calls().createTopic(topic, inputSchema);
        host.calls().subscribe(topic, "all", receiver.url("/"), more);
        return key;
    }

    private static void publish(String topic, String key, String schema, String event) throws Exception {
        NpmClients.Ended ended = run(topic, key, schema, event);
        assertEquals(0, ended.code(), ended.err());
    }

    /** The SDK sends tokens over TLS alone. */
    private static NpmClients.Ended withToken(String topic, String token, String schema, String event)
            throws Exception {
        return npm.run(
                Map.of("NODE_EXTRA_CA_CERTS", host.certificate().toString()),
                "",
                "publish.mjs",
                host.https() + "/topics/" + topic + "/api/events",
                token,
                schema,
                event,
                "entra");
    }

    private static NpmClients.Ended run(String topic, String key, String schema, String event) throws Exception {
        return npm.run("", "publish.mjs", url(topic), key, schema, event);
    }

    private static JsonNode read(String reader, Receiver.Received received) throws Exception {
        String deliveries =
                MAPPER.writeValueAsString(List.of(Map.of("headers", received.headers(), "body", received.body())));
        NpmClients.Ended ended = npm.run(deliveries, "receive.mjs", reader);
        assertEquals(0, ended.code(), ended.err());
        return MAPPER.readTree(ended.out()).get(0);
    }
}
