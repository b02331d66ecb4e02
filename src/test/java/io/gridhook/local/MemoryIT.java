package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A small heap and a large backlog: 10,000 events wait for their second attempt at an endpoint that is down, and those of another
 * endpoint are delivered all the same.
 */
class MemoryIT {
    private static final int PUBLISHES = 100;
    private static final int EVENTS_EACH = 100;
    private static final String DATA = "\"" + "x".repeat(150) + "\"";
    private static final Pattern PENDING = Pattern.compile("PendingDeliveryCount\\{Queue=\"(\\w+)\"} (\\S+)");
    private static final Pattern FAILED =
            Pattern.compile("DeliveryAttemptFailCount_total\\{[^}]*\"down\"[^}]*} (\\S+)");

    @Test
    void ten_thousand_pending_deliveries_leave_room_for_more(@TempDir Path data) throws Exception {
        List<String> heap = List.of("-Xmx256m", "-XX:+ExitOnOutOfMemoryError");
        try (Receiver receiver = new Receiver(MemoryIT::answer);
                HostProcess host = HostProcess.start(data, heap, Map.of())) {
            Calls calls = host.calls();
            String key = calls.createTopic("down", "EventGridSchema");
            // An edition without delayed delivery: every event gets its first attempt.
            calls.subscribe(
                    "down",
                    "down",
                    receiver.url("/down"),
                    ",\"profile\":\"edge\",\"retryPolicy\":{\"schedule\":[\"PT1H\"]}");
            for (int publish = 0; publish < PUBLISHES; publish++) {
                calls.publish("down", key, events("d" + publish + "-", EVENTS_EACH));
            }
            Poll.until("every first attempt has failed", () -> failed(calls) == PUBLISHES * EVENTS_EACH);
            Poll.until("all wait in retries", () -> pending(calls, "deliveries") == 0);
            assertTrue(pending(calls, "retries") >= PUBLISHES, calls.metrics());

            String healthy = calls.createTopic("healthy", "EventGridSchema");
            calls.subscribe("healthy", "healthy", receiver.url("/healthy"), "");
            calls.publish("healthy", healthy, events("h", 500));
            receiver.awaitIds(ids("h", 500));
            assertEquals(PUBLISHES * EVENTS_EACH, failed(calls));
            assertTrue(host.isAlive(), host.lines());
        }
    }

    private static int answer(Receiver.Received received) {
        return received.path().equals("/down") ? 500 : 200;
    }

    private static long failed(Calls calls) {
        return FAILED.matcher(calls.metrics())
                .results()
                .mapToLong(result -> (long) Double.parseDouble(result.group(1)))
                .sum();
    }

    private static long pending(Calls calls, String queue) {
        return PENDING.matcher(calls.metrics())
                .results()
                .filter(result -> result.group(1).equals(queue))
                .mapToLong(result -> (long) Double.parseDouble(result.group(2)))
                .findFirst()
                .orElseThrow();
    }

    private static String events(String prefix, int count) {
        return ids(prefix, count).stream()
                .map(id -> "{\"id\":\"" + id
                        + "\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\","
                        + "\"data\":" + DATA + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static Set<String> ids(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.toSet());
    }
}
