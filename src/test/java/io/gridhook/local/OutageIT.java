package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the callers of a running app see once its storage has stopped: nothing is acknowledged (DESIGN §1, 1). */
class OutageIT {
    private static final String EVENT =
            "[{\"id\":\"1\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":{}}]";

    @SuppressWarnings("NullAway.Init")
    private static TestHost host;

    @SuppressWarnings("NullAway.Init")
    private static String key;

    @SuppressWarnings("NullAway.Init")
    private static Receiver receiver;

    @BeforeAll
    static void stop_the_storage_of_a_host_that_works(@TempDir Path project) {
        host = TestHost.start(project, Map.of());
        receiver = new Receiver();
        Calls calls = host.calls();
        key = calls.createTopic("orders", "EventGridSchema");
        calls.subscribe("orders", "all", receiver.url("/"), "");
        calls.publish("orders", key, EVENT);
        receiver.await(1);
        assertEquals(200, calls.get("/health", "").statusCode());
        host.stopStorage();
    }

    @AfterAll
    static void stop() {
        receiver.close();
        host.close();
    }

    @Test
    void health_is_503_and_says_why() throws Exception {
        HttpResponse<String> response = host.calls().get("/health", "");
        assertEquals(503, response.statusCode());
        assertEquals("{\"status\":\"unhealthy\",\"reason\":\"storage does not answer\"}", response.body());
    }

    /** In the cloud's shape of an error (behaviour §9.5). */
    @Test
    void a_publish_is_503_with_retry_after() throws Exception {
        HttpResponse<String> response = host.calls().publish("orders", key, Calls.JSON, EVENT);
        assertEquals(503, response.statusCode());
        assertRetryAfter(response);
        assertEquals(
                "ServiceUnavailable",
                new ObjectMapper()
                        .readTree(response.body())
                        .at("/error/details/0/code")
                        .asText());
        assertEquals(1, receiver.requests().size());
    }

    /** In IoT Edge's (behaviour §14). */
    @Test
    void a_publish_to_the_edge_url_is_503_with_retry_after() throws Exception {
        HttpResponse<String> response = host.calls().post("/topics/orders/events", key, EVENT);
        assertEquals(503, response.statusCode());
        assertRetryAfter(response);
        assertEquals(
                "ServiceUnavailable",
                new ObjectMapper()
                        .readTree(response.body())
                        .at("/error/details/code")
                        .asText());
    }

    @Test
    void a_management_call_is_503_with_retry_after() {
        HttpResponse<String> response = host.calls().get("/topics", TestHost.MANAGEMENT_KEY);
        assertEquals(503, response.statusCode(), response.body());
        assertRetryAfter(response);
    }

    /** The counters need no storage; what is pending cannot be told. */
    @Test
    void metrics_are_still_there() {
        host.calls().publish("orders", key, Calls.JSON, EVENT);
        String metrics = host.calls().metrics();
        assertTrue(metrics.contains("PublishSuccessCount_total{Topic=\"orders\"} 1.0"), metrics);
        assertTrue(metrics.contains("ErrorType=\"SystemError\""), metrics);
    }

    private static void assertRetryAfter(HttpResponse<String> response) {
        String seconds = response.headers().firstValue("Retry-After").orElse("missing");
        assertTrue(seconds.matches("[1-9]\\d?"), seconds);
    }
}
