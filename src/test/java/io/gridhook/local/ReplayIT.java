package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Issue 8, point 4: what was delivered is sent again where it is kept. */
class ReplayIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int EVENTS = 50;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private static JsonNode replay(Calls calls, int status, String more) {
        HttpResponse<String> response = calls.post(
                "/manage/redrives",
                TestHost.MANAGEMENT_KEY,
                "{\"source\":\"delivered\",\"topic\":\"orders\",\"eventSubscription\":\"billing\"" + more + "}");
        assertEquals(status, response.statusCode(), response.body());
        try {
            return JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> taken(Receiver receiver, String path) {
        return receiver.requests().stream()
                .filter(request -> request.path().equals(path))
                .flatMap(request -> request.ids().stream())
                .sorted()
                .toList();
    }

    private static void subscribe(Calls calls, String name, String url) {
        calls.putSubscription(
                "orders",
                name,
                "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\""
                        + url + "\"}}}}");
    }

    @Test
    void what_one_endpoint_was_sent_another_gets_once() {
        List<String> ids =
                IntStream.range(0, EVENTS).mapToObj(i -> "d" + i).sorted().toList();
        try (TestHost host = TestHost.start(directory, Map.of("GRIDHOOK_KEEP_DELIVERED", "P7D"));
                Receiver receiver = new Receiver()) {
            Calls calls = host.calls();
            String key = calls.createTopic("orders", "EventGridSchema");
            subscribe(calls, "billing", receiver.url("/billing"));
            calls.publish(
                    "orders",
                    key,
                    ids.stream()
                            .map(
                                    id -> "{\"id\":\"" + id + "\",\"eventType\":\"T\",\"subject\":\"s\","
                                            + "\"eventTime\":\"2026-01-02T03:04:05Z\",\"dataVersion\":\"1\",\"data\":{\"n\":1.10}}")
                            .collect(Collectors.joining(",", "[", "]")));
            Poll.until("all are delivered", () -> taken(receiver, "/billing").equals(ids));
            subscribe(calls, "audit", receiver.url("/audit"));
            Poll.until(
                    "all are kept",
                    () -> replay(calls, 200, ",\"dryRun\":true").path("matched").asInt() == EVENTS);
            replay(calls, 400, ",\"reason\":\"TimeToLiveExceeded\"");
            String id = replay(calls, 202, ",\"toEventSubscription\":\"audit\"")
                    .path("id")
                    .asText();
            Poll.until(
                    "all are delivered again", () -> taken(receiver, "/audit").size() >= EVENTS);
            Poll.until("it is completed", () -> calls.get("/manage/redrives/" + id, TestHost.MANAGEMENT_KEY)
                    .body()
                    .contains("\"state\":\"Completed\""));
            assertEquals(ids, taken(receiver, "/audit"), "each once");
            assertEquals(ids, taken(receiver, "/billing"), "and nobody else");
        }
    }

    @Test
    void it_is_refused_where_nothing_is_kept() {
        try (TestHost host = TestHost.start(directory, Map.of())) {
            Calls calls = host.calls();
            calls.createTopic("orders", "EventGridSchema");
            String answer = replay(calls, 400, "").toString();
            assertTrue(answer.contains("source: delivered (expected: deadLetters"), answer);
        }
    }
}
