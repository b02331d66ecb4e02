package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.client.Calls;
import io.gridhook.local.HandshakeReceiver.Asked;
import io.gridhook.local.HandshakeReceiver.Reply;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Endpoint validation (behaviour §4) by a local host as a process, on real storage, with a receiver that is asked over HTTP. */
class ValidationIT {
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");
    private static final Map<String, String> ON = Map.of("GRIDHOOK_ENDPOINT_VALIDATION", "true");
    private static final String CLOUD_EVENTS = ",\"eventDeliverySchema\":\"CloudEventSchemaV1_0\"";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    @SuppressWarnings("NullAway.Init")
    private HandshakeReceiver receiver;

    @BeforeEach
    void open() throws Exception {
        receiver = new HandshakeReceiver();
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    private static String state(Calls calls, String name) throws Exception {
        HttpResponse<String> response = calls.get("/topics/orders/eventSubscriptions/" + name, TestHost.MANAGEMENT_KEY);
        JsonNode json = JSON.readTree(response.body());
        return response.statusCode() == 404
                ? "none"
                : json.at("/properties/provisioningState").asText("unsaid");
    }

    private static int status(URI url) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private static void publish(Calls calls, String key, String id) {
        calls.publish("orders", key, """
                [{"id":"%s","eventType":"T","subject":"s","eventTime":"2026-01-02T03:04:05Z","data":{}}]
                """.formatted(id));
    }

    private long received(String id) {
        return receiver.events.stream()
                .filter(event -> event.body().contains("\"id\":\"" + id + "\""))
                .count();
    }

    /** Echoed; left to somebody, who opens the URL; refused; and by the headers of CloudEvents, whose origin deliveries repeat. */
    @Test
    void an_endpoint_agrees_before_it_receives() throws Exception {
        try (HostProcess host = HostProcess.start(data, SMALL, ON)) {
            Calls calls = host.calls();
            String key = calls.createTopic("orders", "EventGridSchema");
            calls.subscribe("orders", "manual", receiver.url(), "");
            assertEquals("AwaitingManualAction", state(calls, "manual"));
            publish(calls, key, "early");

            receiver.answers(Asked::echoed);
            calls.subscribe("orders", "echoing", receiver.url(), "");
            assertEquals("Succeeded", state(calls, "echoing"));

            receiver.answers(asked -> new Reply(
                    200,
                    Map.of(
                            "WebHook-Allowed-Origin",
                            asked.header("Webhook-request-origin"),
                            "WebHook-Allowed-Rate",
                            "6000"),
                    ""));
            calls.subscribe("orders", "cloudy", receiver.url(), CLOUD_EVENTS);
            assertEquals("Succeeded", state(calls, "cloudy"));

            URI url = receiver.handshakes.get(0).validationUrl();
            assertEquals(host.http().getPort(), url.getPort());
            assertEquals(200, status(url));
            assertEquals(409, status(url));
            assertEquals("Succeeded", state(calls, "manual"));
            publish(calls, key, "late");
            Poll.until("each of the three receives the event", () -> received("late") == 3);
            assertEquals(0, received("early"));
            assertEquals(
                    List.of("eventgrid.azure.net"),
                    receiver.events.stream()
                            .filter(event -> event.body().contains("specversion"))
                            .map(event -> event.header("Origin"))
                            .toList());
            String token = url.getRawQuery().substring(url.getRawQuery().indexOf("token=") + 6);
            assertFalse(host.lines().contains(token), host.lines());
        }
    }

    /** §4.2, with its second try 5 s later. */
    @Test
    void an_endpoint_that_refuses_fails_the_call() throws Exception {
        receiver.answers(asked -> Reply.of(202));
        try (HostProcess host = HostProcess.start(data, SMALL, ON)) {
            Calls calls = host.calls();
            calls.createTopic("orders", "EventGridSchema");
            AssertionError refused =
                    assertThrows(AssertionError.class, () -> calls.subscribe("orders", "sub-1", receiver.url(), ""));
            assertTrue(String.valueOf(refused.getMessage()).contains("esvalidation"), refused.getMessage());
            assertEquals(2, receiver.handshakes.size());
            assertEquals("none", state(calls, "sub-1"));
        }
    }

    /** Killed after the endpoint agreed and before the subscription is saved: nothing is there, and the author tries again. */
    @Test
    void a_kill_before_the_save_leaves_nothing() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch killed = new CountDownLatch(1);
        receiver.answers(handshake -> {
            asked.countDown();
            await(killed);
            return handshake.echoed();
        });
        try (HostProcess host = HostProcess.start(data, SMALL, ON)) {
            Calls calls = host.calls();
            calls.createTopic("orders", "EventGridSchema");
            Thread author = new Thread(() -> assertThrows(
                    UncheckedIOException.class, () -> calls.subscribe("orders", "sub-1", receiver.url(), "")));
            author.start();
            await(asked);
            host.kill();
            author.join(TimeUnit.SECONDS.toMillis(60));
            assertFalse(author.isAlive(), "the call ended with the host");
        }
        killed.countDown();
        try (HostProcess host = HostProcess.start(data, SMALL, ON)) {
            Calls calls = host.calls();
            assertEquals("none", state(calls, "sub-1"));
            calls.subscribe("orders", "sub-1", receiver.url(), "");
            assertEquals("Succeeded", state(calls, "sub-1"));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
