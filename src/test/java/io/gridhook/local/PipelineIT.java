package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueClientBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The main job on real storage: publish, deliver, retry, dead-letter, through the HTTP server, the queues and the blobs of a whole local
 * host. What each part decides is shown elsewhere; here they meet.
 */
class PipelineIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String SECOND_STEPS = ",\"retryPolicy\":{\"schedule\":[\"PT1S\"]}";
    private static final String DEAD_LETTERS = """
            ,"deadLetterDestination":{"endpointType":"StorageBlob","properties":{
             "resourceId":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/devstoreaccount1",
             "blobContainerName":"deadletter"}}""";

    @SuppressWarnings("NullAway.Init")
    private static TestHost host;

    @SuppressWarnings("NullAway.Init")
    private static Calls calls;

    @SuppressWarnings("NullAway.Init")
    private static BlobServiceClient blobs;

    private final Receiver receiver = new Receiver();

    @BeforeAll
    static void start(@TempDir Path project) {
        host = TestHost.start(project, Map.of("GRIDHOOK_DEADLETTER_DELAY", "PT0S"));
        calls = host.calls();
        blobs = new BlobServiceClientBuilder()
                .connectionString(host.connectionString())
                .buildClient();
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    /** IoT Edge's form of the URL, the default topic's, and a management key that publishes nothing (DESIGN §4). */
    @Test
    void every_publish_url_leads_to_the_subscribers() {
        calls.subscribe("default", "all", receiver.url("/"), "");
        String key = calls.key("default");
        assertEquals(
                200,
                calls.post("/api/events?api-version=2018-01-01", key, event("u1"))
                        .statusCode());
        assertEquals(200, calls.post("/topics/default/events", key, event("u2")).statusCode());
        assertEquals(
                200, calls.post("/topics/default/api/events", key, event("u3")).statusCode());
        assertEquals(
                401,
                calls.post("/api/events", TestHost.MANAGEMENT_KEY, event("u4")).statusCode());
        receiver.await(3);
        assertEquals(Set.of("u1", "u2", "u3"), receiver.ids());
    }

    /** Filters are matched at publish (behaviour §8.1); each subscription gets its own. */
    @Test
    void each_subscription_gets_what_it_asks_for() {
        String key = calls.createTopic("filtered", "EventGridSchema");
        calls.subscribe(
                "filtered", "placed", receiver.url("/placed"), filter("\"includedEventTypes\":[\"Order.Placed\"]"));
        calls.subscribe("filtered", "pdf", receiver.url("/pdf"), filter("\"subjectEndsWith\":\".PDF\""));
        calls.publish("filtered", key, """
                [{"id":"1","eventType":"Order.Placed","subject":"a.txt","eventTime":"2026-01-02T03:04:05Z","data":1},
                 {"id":"2","eventType":"Order.Gone","subject":"a.pdf","eventTime":"2026-01-02T03:04:05Z","data":2},
                 {"id":"3","eventType":"Order.Gone","subject":"a.txt","eventTime":"2026-01-02T03:04:05Z","data":3},
                 {"id":"4","eventType":"Order.Placed","subject":"b.pdf","eventTime":"2026-01-02T03:04:05Z","data":4}]
                """);
        Set<String> got = receiver.await(4).stream()
                .map(received -> received.path() + received.ids())
                .collect(Collectors.toSet());
        assertEquals(Set.of("/placed[1]", "/placed[4]", "/pdf[2]", "/pdf[4]"), got);
    }

    /** Behaviour §8.2: by what is in the data; and the dry runs say so beforehand, at both of their URLs. */
    @Test
    void advanced_filters_and_their_dry_runs_agree() {
        String key = calls.createTopic("advanced", "EventGridSchema");
        String filter = filter(
                "\"advancedFilters\":[{\"operatorType\":\"NumberInRange\",\"key\":\"Data.n\",\"values\":[[1,2.5]]}]");
        calls.subscribe("advanced", "test", receiver.url("/range"), filter);
        String events = """
                [{"id":"1","eventType":"T","subject":"s","eventTime":"2026-01-02T03:04:05Z","data":{"n":2.5}},
                 {"id":"2","eventType":"T","subject":"s","eventTime":"2026-01-02T03:04:05Z","data":{"n":2.6}}]""";
        String dryRun = "{\"matchedCount\":1,\"results\":[{\"id\":\"1\",\"matched\":true},"
                + "{\"id\":\"2\",\"matched\":false,\"failed\":[{\"clause\":\"filter.advancedFilters[0]\",\"key\":\"Data.n\","
                + "\"value\":\"2.6\",\"expected\":\"NumberInRange [1,2.5]\"}]}]}";
        String path = "/topics/advanced/eventSubscriptions";
        assertEquals(
                dryRun,
                calls.post(path + "/test/test", TestHost.MANAGEMENT_KEY, events).body());
        String draft =
                "{\"eventSubscription\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\""
                        + receiver.url("/") + "\"}}" + filter + "},\"events\":" + events + "}";
        assertEquals(
                dryRun,
                calls.post(path + "/test", TestHost.MANAGEMENT_KEY, draft).body());
        assertEquals(401, calls.post(path + "/test/test", key, events).statusCode());
        calls.publish("advanced", key, events);
        assertEquals(List.of("1"), receiver.await(1).get(0).ids());
    }

    /** Behaviour §3.1: the first attempt's count is 0; §23, 13. */
    @Test
    void a_refused_event_is_tried_again_on_its_schedule() {
        receiver.answer(request -> request.header("aeg-delivery-count").equals("2") ? 200 : 500);
        String key = calls.createTopic("retried", "EventGridSchema");
        calls.subscribe("retried", "all", receiver.url("/"), SECOND_STEPS);
        calls.publish("retried", key, event("r1"));
        List<Receiver.Received> attempts = receiver.await(3);
        assertEquals(
                List.of("0", "1", "2"),
                attempts.stream()
                        .map(attempt -> attempt.header("aeg-delivery-count"))
                        .toList());
        assertEquals(
                1, attempts.stream().map(Receiver.Received::body).distinct().count());
        Poll.until("the success is counted", () -> calls.metrics()
                .contains("DeliverySuccessCount_total{EventSubscriptionName=\"all\",Topic=\"retried\"} 1.0"));
        assertTrue(
                calls.metrics()
                        .contains("DeliveryAttemptFailCount_total{Error=\"GenericError\",ErrorType=\"HttpStatus500\","
                                + "EventSubscriptionName=\"all\",Topic=\"retried\"} 2.0"),
                calls.metrics());
    }

    /** Behaviour §5.2, §5.3 for Event Grid's schema; §23, 2. */
    @Test
    void a_refused_for_good_event_becomes_a_dead_letter() throws Exception {
        receiver.answer(request -> 400);
        String key = calls.createTopic("dead", "EventGridSchema");
        calls.subscribe("dead", "Ledger", receiver.url("/"), DEAD_LETTERS);
        Instant before = Instant.now();
        calls.publish("dead", key, event("d1", "{\"z\":1.10,\"a\":\"\\u00e4\"}"));
        DeadLetter letter = deadLetter("LEDGER");
        assertTrue(
                letter.name().matches("LEDGER/\\d{4}/\\d{1,2}/\\d{1,2}/\\d{1,2}/[0-9a-f-]{36}\\.json"), letter.name());
        assertTrue(hours(before, Instant.now()).contains(letter.hour()), letter.name());
        JsonNode entry = letter.single();
        assertEquals("d1", entry.path("id").asText());
        assertTrue(entry.path("topic").asText().endsWith("/topics/dead"), entry.toString());
        assertEquals("1", entry.path("metadataVersion").asText());
        assertEquals(
                "UndeliverableDueToHttpBadRequest",
                entry.path("deadLetterReason").asText());
        assertEquals(1, entry.path("deliveryAttempts").intValue());
        assertEquals("BadRequest", entry.path("lastDeliveryOutcome").asText());
        assertEquals(400, entry.path("lastHttpStatusCode").intValue());
        assertTime(entry.path("publishTime"), before);
        assertTime(entry.path("lastDeliveryAttemptTime"), before);
        assertTrue(letter.content().contains("\"data\":{\"z\":1.10,\"a\":\"\\u00e4\"}"), letter.content());
        assertEquals(1, receiver.requests().size());
    }

    /** Behaviour §5.3 for CloudEvents; attempts used up. */
    @Test
    void a_cloud_event_becomes_a_dead_letter_in_lower_case() throws Exception {
        receiver.answer(request -> 503);
        String key = calls.createTopic("dead-cloud", "CloudEventSchemaV1_0");
        calls.subscribe(
                "dead-cloud",
                "cloud-ledger",
                receiver.url("/"),
                ",\"retryPolicy\":{\"maxDeliveryAttempts\":2,\"schedule\":[\"PT1S\"]}" + DEAD_LETTERS);
        Instant before = Instant.now();
        String event = "{\"specversion\":\"1.0\",\"id\":\"c1\",\"source\":\"/s\",\"type\":\"T\",\"data\":{\"z\":1.10}}";
        accepted(calls.publish("dead-cloud", key, "application/cloudevents+json", event));
        DeadLetter letter = deadLetter("CLOUD-LEDGER");
        assertTrue(letter.content().startsWith("[" + event.substring(0, event.length() - 1) + ","), letter.content());
        JsonNode entry = letter.single();
        assertEquals(
                "MaxDeliveryAttemptsExceeded", entry.path("deadletterreason").asText());
        assertEquals(2, entry.path("deliveryattempts").intValue());
        assertEquals("Busy", entry.path("lastdeliveryoutcome").asText());
        assertTime(entry.path("publishtime"), before);
        assertEquals(2, receiver.requests().size());
    }

    /** Behaviour §5.3 for a custom schema, mapped; §11.3. */
    @Test
    void a_custom_event_becomes_a_dead_letter_in_an_envelope() throws Exception {
        receiver.answer(request -> 413);
        calls.putTopic("dead-custom", """
                {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",
                 "properties":{"eventType":{"sourceField":"myEventType"},"subject":{"defaultValue":"DefaultSubject"},
                 "dataVersion":{"defaultValue":"1.0"}}}}}
                """);
        calls.subscribe(
                "dead-custom",
                "custom-ledger",
                receiver.url("/"),
                ",\"eventDeliverySchema\":\"CustomInputSchema\"" + DEAD_LETTERS);
        String event = "{\"prop1\":\"my property\",\"prop2\":5.0,\"myEventType\":\"fooEventType\"}";
        accepted(calls.publish("dead-custom", calls.key("dead-custom"), Calls.JSON, "[" + event + "]"));
        DeadLetter letter = deadLetter("CUSTOM-LEDGER");
        JsonNode entry = letter.single();
        assertEquals("fooEventType", entry.path("eventType").asText());
        assertEquals("DefaultSubject", entry.path("subject").asText());
        assertEquals("1.0", entry.path("dataVersion").asText());
        assertEquals(
                "UndeliverableDueToClientError", entry.path("deadLetterReason").asText());
        assertEquals(413, entry.path("lastHttpStatusCode").intValue());
        assertTrue(letter.content().contains("\"data\":" + event), letter.content());
        assertEquals("[" + event + "]", receiver.requests().get(0).body());
    }

    /** What went to the same end together shares a blob (behaviour §5.2). */
    @Test
    void events_given_up_together_share_a_blob() throws Exception {
        receiver.answer(request -> 400);
        String key = calls.createTopic("together", "EventGridSchema");
        calls.subscribe("together", "shared-ledger", receiver.url("/"), DEAD_LETTERS);
        calls.publish("together", key, events("t", 20));
        assertEquals(20, deadLetter("SHARED-LEDGER").json().size());
    }

    /** Without a destination an event is dropped, and counted with its reason (behaviour §5.1). */
    @Test
    void without_a_destination_a_refused_event_is_dropped_and_counted() {
        receiver.answer(request -> 400);
        String key = calls.createTopic("dropped", "EventGridSchema");
        calls.subscribe("dropped", "all", receiver.url("/"), "");
        calls.publish("dropped", key, event("x1"));
        Poll.until("the drop is counted", () -> calls.metrics()
                .contains("DroppedEventCount_total{DropReason=\"UndeliverableDueToHttpBadRequest\","
                        + "EventSubscriptionName=\"all\",Topic=\"dropped\"} 1.0"));
    }

    /** Behaviour §9.3: the largest event, by way of a claim check. */
    @Test
    void an_event_of_one_megabyte_arrives_byte_for_byte() {
        String key = calls.createTopic("large", "EventGridSchema");
        calls.subscribe("large", "all", receiver.url("/"), SECOND_STEPS);
        receiver.answer(request -> request.header("aeg-delivery-count").equals("0") ? 500 : 200);
        String data = "{\"z\":1.10,\"text\":\"" + "ä漢\uD83D\uDE80 \\u00e4".repeat(65_000) + "\"}";
        String event = event("m1", data);
        int bytes = event.getBytes(StandardCharsets.UTF_8).length;
        assertTrue(bytes > 1_000_000 && bytes < 1_049_600, bytes + " bytes");
        calls.publish("large", key, event);
        List<Receiver.Received> attempts = receiver.await(2);
        attempts.forEach(attempt -> assertTrue(attempt.body().contains("\"data\":" + data + ","), "data differs"));
    }

    /** All of a publish that needs more than one message. */
    @Test
    void a_publish_of_six_hundred_events_arrives_whole() {
        String key = calls.createTopic("bulk", "EventGridSchema");
        calls.subscribe("bulk", "one", receiver.url("/one"), "");
        calls.subscribe("bulk", "two", receiver.url("/two"), "");
        calls.publish("bulk", key, events("b", 600));
        List<Receiver.Received> all = receiver.await(1200);
        for (String path : List.of("/one", "/two")) {
            Set<String> ids = new HashSet<>();
            all.stream().filter(one -> one.path().equals(path)).forEach(one -> ids.addAll(one.ids()));
            assertEquals(ids("b", 600), ids, path);
        }
    }

    @Test
    void many_cloud_events_are_published_in_one_batch() {
        String key = calls.createTopic("cloud-batch", "CloudEventSchemaV1_0");
        calls.subscribe("cloud-batch", "all", receiver.url("/"), "");
        List<String> events = IntStream.range(0, 3)
                .mapToObj(i ->
                        "{\"specversion\":\"1.0\",\"id\":\"" + i + "\",\"source\":\"/s\",\"type\":\"T\",\"x\":1.0}")
                .toList();
        accepted(calls.publish("cloud-batch", key, "application/cloudevents-batch+json", events.toString()));
        assertEquals(
                Set.copyOf(events),
                receiver.await(3).stream().map(Receiver.Received::body).collect(Collectors.toSet()));
    }

    /** A publish that has a wrong event in it is refused whole (behaviour §9.4). */
    @Test
    void of_a_refused_publish_nothing_arrives() {
        String key = calls.createTopic("whole", "EventGridSchema");
        calls.subscribe("whole", "all", receiver.url("/"), "");
        String wrong =
                "{\"id\":\"w2\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"no\":1}";
        String right = event("w1");
        HttpResponse<String> response =
                calls.publish("whole", key, Calls.JSON, right.substring(0, right.length() - 1) + "," + wrong + "]");
        assertEquals(400, response.statusCode(), response.body());
        calls.publish("whole", key, event("w3"));
        receiver.await(1);
        assertEquals(Set.of("w3"), receiver.ids());
    }

    /** What nobody can read is kept for a person, under its own id. */
    @Test
    void an_unreadable_message_is_kept_in_the_container_poison() {
        String id = queue("deliveries").sendMessage("not a pack").getMessageId();
        BlobContainerClient poison = blobs.getBlobContainerClient("poison");
        Poll.until("the message is kept", () -> poison.getBlobClient("deliveries/" + id)
                .exists());
        BinaryData kept = poison.getBlobClient("deliveries/" + id).downloadContent();
        assertEquals("not a pack", kept.toString());
        Poll.until(
                "it is counted", () -> calls.metrics().contains("PoisonMessageCount_total{Queue=\"deliveries\"} 1.0"));
        assertEquals(0, queue("deliveries-poison").getProperties().getApproximateMessagesCountLong());
    }

    /** An old instance meets a newer one's message during an upgrade: it is put off, and stays. */
    @Test
    void a_message_of_a_newer_version_is_put_off_and_never_lost() {
        QueueClient deliveries = queue("deliveries");
        String id = deliveries.sendMessage("G9.from the future").getMessageId();
        Poll.until("it is put off", () -> calls.metrics()
                .contains("DeferredMessageCount_total{Queue=\"deliveries\",Reason=\"UnknownVersion\"} 1.0"));
        Poll.until("it alone is left", () -> deliveries.getProperties().getApproximateMessagesCountLong() == 1);
        assertTrue(
                blobs.getBlobContainerClient("poison").listBlobs().stream()
                        .noneMatch(blob -> blob.getName().endsWith(id)),
                "it is among the unreadable ones");
    }

    @Test
    void metrics_are_for_those_who_have_the_management_key() {
        assertEquals(401, calls.get("/metrics", "another key").statusCode());
        assertEquals(401, calls.get("/metrics", calls.key("default")).statusCode());
        HttpResponse<String> response = calls.get("/metrics", TestHost.MANAGEMENT_KEY);
        assertEquals(200, response.statusCode());
        assertTrue(
                response.headers().firstValue("Content-Type").orElse("").startsWith("text/plain"),
                response.headers().toString());
        for (String queue : List.of("deliveries", "retries", "deadletters")) {
            assertTrue(response.body().contains("PendingDeliveryCount{Queue=\"" + queue + "\"}"), response.body());
        }
    }

    @Test
    void health_is_open_to_everybody() {
        HttpResponse<String> response = calls.get("/health", "");
        assertEquals(200, response.statusCode());
        assertEquals("{\"status\":\"healthy\"}", response.body());
    }

    private record DeadLetter(String name, String content) {
        JsonNode json() throws Exception {
            return MAPPER.readTree(content);
        }

        JsonNode single() throws Exception {
            assertEquals(1, json().size(), content);
            return json().get(0);
        }

        String hour() {
            String[] parts = name.split("/", -1);
            return String.join("/", List.of(parts).subList(1, 5));
        }
    }

    /** The first blob of a subscription, by its name in upper case. */
    private static DeadLetter deadLetter(String subscription) {
        BlobContainerClient container = blobs.getBlobContainerClient("deadletter");
        Poll.until("a dead letter of " + subscription, () -> container.listBlobsByHierarchy(subscription + "/").stream()
                .findAny()
                .isPresent());
        List<String> names = container.listBlobs().stream()
                .map(BlobItem::getName)
                .filter(name -> name.startsWith(subscription + "/"))
                .toList();
        assertEquals(1, names.size(), names.toString());
        return new DeadLetter(
                names.get(0),
                container.getBlobClient(names.get(0)).downloadContent().toString());
    }

    /** A test may run over the end of an hour. */
    private static Set<String> hours(Instant from, Instant to) {
        return new HashSet<>(List.of(hour(from.atOffset(ZoneOffset.UTC)), hour(to.atOffset(ZoneOffset.UTC))));
    }

    private static String hour(OffsetDateTime time) {
        return time.getYear() + "/" + time.getMonthValue() + "/" + time.getDayOfMonth() + "/" + time.getHour();
    }

    /** Behaviour §5.3: seven digits of a second, and Z. */
    private static void assertTime(JsonNode json, Instant notBefore) {
        String text = json.asText();
        assertTrue(Pattern.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{7}Z", text), text);
        Instant time = Instant.parse(text);
        assertTrue(!time.isBefore(notBefore) && !time.isAfter(Instant.now()), text);
    }

    private static QueueClient queue(String name) {
        return new QueueClientBuilder()
                .connectionString(host.connectionString())
                .queueName(name)
                .buildClient();
    }

    private static String filter(String content) {
        return ",\"filter\":{" + content + "}";
    }

    private static void accepted(HttpResponse<String> response) {
        assertEquals(200, response.statusCode(), response.body());
        assertEquals("", response.body());
    }

    private static String event(String id) {
        return event(id, "{}");
    }

    /** A publish of one event. */
    private static String event(String id, String data) {
        return "[{\"id\":\"" + id + "\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\","
                + "\"data\":" + data + ",\"dataVersion\":\"1\"}]";
    }

    /** A publish of many. */
    private static String events(String prefix, int count) {
        return "["
                + ids(prefix, count).stream()
                        .map(PipelineIT::event)
                        .map(event -> event.substring(1, event.length() - 1))
                        .collect(Collectors.joining(","))
                + "]";
    }

    private static Set<String> ids(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.toSet());
    }
}
