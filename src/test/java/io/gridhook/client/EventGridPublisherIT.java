package io.gridhook.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.credential.AzureKeyCredential;
import com.azure.core.credential.AzureSasCredential;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.models.CloudEvent;
import com.azure.core.models.CloudEventDataFormat;
import com.azure.core.util.BinaryData;
import com.azure.messaging.eventgrid.EventGridEvent;
import com.azure.messaging.eventgrid.EventGridPublisherClient;
import com.azure.messaging.eventgrid.EventGridPublisherClientBuilder;
import io.gridhook.local.TestHost;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Azure's own Java publisher, unmodified, over the TLS port (it sends keys over nothing else), in all three schemas: what it publishes
 * is delivered in the form and with the headers of behaviour §3, and what it published stands in there byte for byte.
 */
class EventGridPublisherIT {
    /** Numbers, order, escapes and Unicode that a parser would write differently. */
    private static final String DATA =
            "{\"z\":1.10,\"a\":1e3,\"big\":12345678901234567890.5,\"text\":\"\\u00e4 ä \\/ 漢 \uD83D\uDE80\",\"none\":null}";

    @SuppressWarnings("NullAway.Init")
    private static TestHost host;

    @SuppressWarnings("NullAway.Init")
    private static HttpClient trusting;

    private final Receiver receiver = new Receiver();
    private final Queue<String> sent = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start(@TempDir Path project) throws Exception {
        host = TestHost.start(project, Map.of());
        trusting = new JdkHttpClientBuilder(
                        java.net.http.HttpClient.newBuilder().sslContext(trust(host.certificate())))
                .build();
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    /** Behaviour §3.1. */
    @Test
    void event_grid_events_arrive() {
        String key = host.calls().createTopic("orders", "EventGridSchema");
        host.calls().subscribe("orders", "billing", receiver.url("/hook?code=a%20b"), "");
        EventGridEvent event = new EventGridEvent("/orders/1", "Order.Placed", BinaryData.fromString(DATA), "2.1");
        builder("orders", key).buildEventGridEventPublisherClient().sendEvent(event);

        Receiver.Received received = receiver.await(1).get(0);
        assertEquals("/hook?code=a%20b", received.path());
        assertEquals("""
                accept-encoding=gzip, deflate
                aeg-data-version=2.1
                aeg-delivery-count=0
                aeg-event-type=Notification
                aeg-metadata-version=1
                aeg-subscription-name=BILLING
                content-type=application/json; charset=utf-8""", headers(received, Set.of("connection", "content-length", "host")));
        assertTrue(received.body().contains(jsonOf("data")), received.body());
        EventGridEvent parsed = EventGridEvent.fromString(received.body()).get(0);
        assertEquals(event.getId(), parsed.getId());
        assertEquals("/orders/1", parsed.getSubject());
        assertEquals("Order.Placed", parsed.getEventType());
        assertEquals(event.getEventTime(), parsed.getEventTime());
        assertEquals("2.1", parsed.getDataVersion());
        assertTrue(parsed.getTopic().endsWith("/providers/Microsoft.EventGrid/topics/orders"), parsed.getTopic());
        assertEquals("1", received.json().get(0).path("metadataVersion").asText());
    }

    @Test
    void many_event_grid_events_arrive_one_by_one() {
        String key = host.calls().createTopic("many", "EventGridSchema");
        host.calls().subscribe("many", "all", receiver.url("/"), "");
        List<EventGridEvent> events = List.of(event("a"), event("b"), event("c"));
        builder("many", key).buildEventGridEventPublisherClient().sendEvents(events);

        List<Receiver.Received> received = receiver.await(3);
        assertEquals(Set.of("a", "b", "c"), receiver.ids());
        received.forEach(one -> assertEquals(1, one.ids().size(), one.body()));
    }

    /** Behaviour §3.2: a single object, and what was sent is what arrives. */
    @Test
    void cloud_events_arrive() {
        String key = host.calls().createTopic("cloud", "CloudEventSchemaV1_0");
        host.calls()
                .subscribe("cloud", "Audit", receiver.url("/"), ",\"eventDeliverySchema\":\"CloudEventSchemaV1_0\"");
        CloudEvent event = new CloudEvent(
                        "/shop",
                        "Order.Placed",
                        BinaryData.fromString(DATA),
                        CloudEventDataFormat.JSON,
                        "application/json")
                .setSubject("orders/1")
                .setTime(OffsetDateTime.parse("2026-01-02T03:04:05.1234567Z"))
                .addExtensionAttribute("traceparent", "00-1");
        builder("cloud", key).buildCloudEventPublisherClient().sendEvent(event);

        Receiver.Received received = receiver.await(1).get(0);
        assertEquals("""
                accept-encoding=gzip, deflate
                aeg-delivery-count=0
                aeg-event-type=Notification
                aeg-metadata-version=1
                aeg-subscription-name=AUDIT
                content-type=application/cloudevents+json; charset=utf-8
                origin=eventgrid.azure.net""", headers(received, Set.of("connection", "content-length", "host")));
        String array = sent.remove();
        assertEquals(array.substring(1, array.length() - 1), received.body());
        CloudEvent parsed = CloudEvent.fromString(received.body()).get(0);
        assertEquals(event.getId(), parsed.getId());
        assertEquals(event.getTime(), parsed.getTime());
        assertEquals(Map.of("traceparent", "00-1"), parsed.getExtensionAttributes());
    }

    @Test
    void binary_cloud_event_data_arrives() {
        String key = host.calls().createTopic("bytes", "CloudEventSchemaV1_0");
        host.calls().subscribe("bytes", "all", receiver.url("/"), "");
        byte[] data = {0, (byte) 0xFF, 0x7B, (byte) 0xC3};
        builder("bytes", key)
                .buildCloudEventPublisherClient()
                .sendEvent(new CloudEvent(
                        "/shop",
                        "T",
                        BinaryData.fromBytes(data),
                        CloudEventDataFormat.BYTES,
                        "application/octet-stream"));

        CloudEvent parsed =
                CloudEvent.fromString(receiver.await(1).get(0).body()).get(0);
        assertArrayEquals(data, parsed.getData().toBytes());
        assertEquals("application/octet-stream", parsed.getDataContentType());
    }

    /** Behaviour §3.3: the original object in an array. */
    @Test
    void custom_events_arrive() {
        String key = host.calls().createTopic("custom", "CustomEventSchema");
        host.calls().subscribe("custom", "all", receiver.url("/"), ",\"eventDeliverySchema\":\"CustomInputSchema\"");
        EventGridPublisherClient<BinaryData> publisher = builder("custom", key).buildCustomEventPublisherClient();
        publisher.sendEvent(BinaryData.fromObject(Map.of("price", new BigDecimal("1.10"))));
        publisher.sendEvent(BinaryData.fromObject(Map.of("myEventType", "ä / 漢 \uD83D\uDE80", "none", List.of())));

        List<String> bodies =
                receiver.await(2).stream().map(Receiver.Received::body).toList();
        assertEquals(Set.copyOf(sent), Set.copyOf(bodies));
        assertTrue(bodies.contains("[{\"price\":1.10}]"), bodies.toString());
        receiver.requests().forEach(one -> assertEquals("application/json; charset=utf-8", one.header("content-type")));
    }

    /** Behaviour §9.4. */
    @Test
    void a_wrong_key_is_the_sdks_own_exception() {
        host.calls().createTopic("locked", "EventGridSchema");
        host.calls().subscribe("locked", "all", receiver.url("/"), "");
        EventGridPublisherClient<EventGridEvent> publisher =
                builder("locked", "bm90IHRoZSBrZXk=").buildEventGridEventPublisherClient();
        HttpResponseException e = assertThrows(HttpResponseException.class, () -> publisher.sendEvent(event("x")));
        assertEquals(401, e.getResponse().getStatusCode());
        assertEquals(Set.of(), receiver.ids());
    }

    /** Behaviour §10, with a token that the SDK makes and sends. */
    @Test
    void a_sas_token_publishes() {
        String key = host.calls().createTopic("signed", "EventGridSchema");
        host.calls().subscribe("signed", "all", receiver.url("/"), "");
        String token = sas("signed", key, Duration.ofMinutes(10));
        builder("signed")
                .credential(new AzureSasCredential(token))
                .buildEventGridEventPublisherClient()
                .sendEvent(event("a"));
        receiver.await(1);
        assertEquals(Set.of("a"), receiver.ids());
    }

    /** Behaviour §9.4: expired, for another topic, made with a key that was regenerated since, none at all. */
    @Test
    void a_sas_token_that_does_not_hold_is_the_sdks_own_exception() {
        String key = host.calls().createTopic("held", "EventGridSchema");
        String otherKey = host.calls().createTopic("other", "EventGridSchema");
        host.calls().subscribe("held", "all", receiver.url("/"), "");
        String good = sas("held", key, Duration.ofMinutes(10));
        assertEquals(401, refused("held", sas("held", key, Duration.ofMinutes(-1))));
        assertEquals(401, refused("held", sas("other", key, Duration.ofMinutes(10))));
        assertEquals(401, refused("held", sas("held", otherKey, Duration.ofMinutes(10))));
        assertEquals(400, refused("held", "garbage"));
        String newKey = host.calls().regenerateKey("held", "key1");
        assertEquals(401, refused("held", good));
        host.calls().publish("held", newKey, "[]");
        assertEquals(Set.of(), receiver.ids());
    }

    private int refused(String topic, String token) {
        EventGridPublisherClient<EventGridEvent> publisher =
                builder(topic).credential(new AzureSasCredential(token)).buildEventGridEventPublisherClient();
        HttpResponseException e = assertThrows(HttpResponseException.class, () -> publisher.sendEvent(event("x")));
        return e.getResponse().getStatusCode();
    }

    private static String sas(String topic, String key, Duration lifetime) {
        return EventGridPublisherClient.generateSas(
                endpoint(topic),
                new AzureKeyCredential(key),
                OffsetDateTime.now(ZoneOffset.UTC).plus(lifetime));
    }

    @Test
    void an_unknown_topic_is_the_sdks_own_exception() {
        EventGridPublisherClient<EventGridEvent> publisher =
                builder("nowhere", "a key").buildEventGridEventPublisherClient();
        HttpResponseException e = assertThrows(HttpResponseException.class, () -> publisher.sendEvent(event("x")));
        assertEquals(404, e.getResponse().getStatusCode());
    }

    private static EventGridEvent event(String id) {
        return new EventGridEvent("s", "T", BinaryData.fromString("{}"), "1").setId(id);
    }

    /** The value that the SDK wrote for a member of the one event it sent, cut out of its text. */
    private String jsonOf(String member) {
        String body = sent.element();
        int start = body.indexOf("\"" + member + "\":");
        int end = body.indexOf("}", start) + 1;
        return body.substring(start, end);
    }

    private static String headers(Receiver.Received received, Set<String> except) {
        TreeMap<String, String> headers = new TreeMap<>(received.headers());
        headers.keySet().removeAll(except);
        return String.join(
                "\n",
                headers.entrySet().stream()
                        .map(header -> header.getKey() + "=" + header.getValue())
                        .toList());
    }

    private static String endpoint(String topic) {
        return host.https() + "/topics/" + topic + "/api/events";
    }

    private EventGridPublisherClientBuilder builder(String topic, String key) {
        return builder(topic).credential(new AzureKeyCredential(key));
    }

    private EventGridPublisherClientBuilder builder(String topic) {
        HttpPipelinePolicy recording = (context, next) -> {
            sent.add(context.getHttpRequest().getBodyAsBinaryData().toString());
            return next.process();
        };
        return new EventGridPublisherClientBuilder()
                .endpoint(endpoint(topic))
                .httpClient(trusting)
                .addPolicy(recording);
    }

    private static SSLContext trust(Path pem) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(pem)) {
            trusted.setCertificateEntry(
                    "gridhook", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls;
    }
}
