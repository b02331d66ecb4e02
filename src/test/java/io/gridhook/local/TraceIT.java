package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import io.gridhook.client.Receiver.Received;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trace of a publish, over HTTP, a real queue and HTTP, in each form that a publisher may give it. */
class TraceIT {
    private static final String SECOND_STEPS = ",\"retryPolicy\":{\"schedule\":[\"PT1S\"]}";
    private static final String REQUEST = "00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00000000000000a1-01";
    private static final String OWN = "00-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb-00000000000000b1-00";

    @SuppressWarnings("NullAway.Init")
    private static TestHost host;

    @SuppressWarnings("NullAway.Init")
    private static Calls calls;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Receiver receiver = new Receiver();

    @BeforeAll
    static void start(@TempDir Path project) {
        host = TestHost.start(project, Map.of());
        calls = host.calls();
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    private void publish(String topic, String key, String contentType, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(host.http().resolve("/topics/" + topic + "/api/events"))
                .header("Content-Type", contentType)
                .header("aeg-sas-key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(200, response.statusCode(), response.body());
    }

    private static String traceOf(Received received) {
        return received.header("traceparent") + " " + received.header("tracestate");
    }

    /** At once, and from the queue, where its retry was. */
    @Test
    void a_requests_headers_go_on_with_each_attempt() throws Exception {
        receiver.answer(request -> request.header("aeg-delivery-count").equals("0") ? 500 : 200);
        String key = calls.createTopic("traced", "EventGridSchema");
        calls.subscribe("traced", "all", receiver.url("/"), SECOND_STEPS);
        String event =
                "[{\"id\":\"1\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":1}]";
        // Two headers of that name are one list.
        publish(
                "traced",
                key,
                "application/json",
                event,
                "Traceparent",
                REQUEST,
                "tracestate",
                "a=1",
                "tracestate",
                "b=2");
        List<Received> received = receiver.await(2);
        assertEquals(REQUEST + " a=1,b=2", traceOf(received.get(0)).replace(", ", ","));
        assertEquals(REQUEST + " a=1,b=2", traceOf(received.get(1)).replace(", ", ","));
        assertEquals("1", received.get(1).header("aeg-delivery-count"));
    }

    @Test
    void a_cloud_events_attributes_go_on_in_either_mode() throws Exception {
        String key = calls.createTopic("clouds", "CloudEventSchemaV1_0");
        calls.putSubscription("clouds", "all", """
                {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}},
                 "eventDeliverySchema":"CloudEventSchemaV1_0"}}""".formatted(receiver.url("/")));
        publish(
                "clouds",
                key,
                "application/cloudevents+json",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"traceparent\":\"" + OWN
                        + "\",\"tracestate\":\"c=3\"}",
                "traceparent",
                REQUEST);
        Received structured = receiver.await(1).get(0);
        assertEquals(OWN + " c=3", traceOf(structured));
        assertEquals(OWN, structured.json().path("traceparent").asText());
        publish(
                "clouds",
                key,
                "application/json",
                "{}",
                "ce-specversion",
                "1.0",
                "ce-id",
                "2",
                "ce-source",
                "/s",
                "ce-type",
                "t",
                "ce-traceparent",
                OWN);
        assertEquals(OWN + " missing", traceOf(receiver.await(2).get(1)));
        publish(
                "clouds",
                key,
                "application/cloudevents+json",
                "{\"specversion\":\"1.0\",\"id\":\"3\",\"source\":\"/s\",\"type\":\"t\"}");
        assertEquals("missing missing", traceOf(receiver.await(3).get(2)));
    }
}
