package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import io.gridhook.client.Receiver.Received;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The local host told to end while endpoints are slow (issue 3, point 5). */
class ShutdownIT {
    private static final int PUBLISHES_MAX = 100;
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");
    /** Issue 3: 10 s; and what a slow machine takes to end the process and its Azurite. */
    private static final Duration END_MAX = Duration.ofSeconds(12);

    private final CountDownLatch recovered = new CountDownLatch(1);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    /**
     * One endpoint hangs, one answers after 5 s, and a publisher goes on. What is answered in time is not sent again; the attempt that
     * was not answered counts; every event whose publish was answered 200 arrives.
     */
    @Test
    void sigterm_loses_nothing_and_repeats_nothing_that_was_answered() throws Exception {
        try (Receiver receiver = new Receiver(this::answer)) {
            Set<String> accepted;
            try (HostProcess host = HostProcess.start(data, SMALL, Map.of())) {
                Calls calls = host.calls();
                String key = calls.createTopic("orders", "EventGridSchema");
                calls.subscribe("orders", "slow", receiver.url("/slow"), ",\"retryPolicy\":{\"schedule\":[\"PT1S\"]}");
                // It shows later, so that a repetition to the other would have come by then.
                calls.subscribe(
                        "orders", "hangs", receiver.url("/hangs"), ",\"retryPolicy\":{\"schedule\":[\"PT4S\"]}");
                calls.publish("orders", key, event("first"));
                receiver.await(2);
                CompletableFuture<Set<String>> publishing =
                        CompletableFuture.supplyAsync(() -> publishUntilItIsRefused(calls, key));
                Instant told = Instant.now();
                // What every JVM answers to SIGTERM: 128 + 15.
                assertEquals(143, host.terminate(), host.lines());
                Duration took = Duration.between(told, Instant.now());
                assertTrue(took.compareTo(END_MAX) < 0, "it took " + took + "\n" + host.lines());
                accepted = publishing.get(60, TimeUnit.SECONDS);
            }
            recovered.countDown();
            try (HostProcess host = HostProcess.start(data, SMALL, Map.of())) {
                Received again = receiver.awaitFirst(request -> request.path().equals("/hangs")
                        && isFirst(request)
                        && !request.header("aeg-delivery-count").equals("0"));
                assertEquals("1", again.header("aeg-delivery-count"));
                assertEquals(
                        1,
                        receiver.requests().stream()
                                .filter(request -> request.path().equals("/slow") && isFirst(request))
                                .count());
                for (String path : List.of("/slow", "/hangs")) {
                    Poll.until("every accepted event reaches " + path, () -> ids(receiver, path)
                            .containsAll(accepted));
                }
                assertTrue(host.isAlive(), host.lines());
            }
        }
    }

    private int answer(Received request) {
        try {
            boolean isSlow = request.path().equals("/slow");
            boolean isWell = recovered.await(isSlow ? 5 : 60, TimeUnit.SECONDS);
            return isSlow || isWell ? 200 : 503;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 503;
        }
    }

    private static Set<String> publishUntilItIsRefused(Calls calls, String key) {
        Set<String> accepted = new HashSet<>();
        for (int i = 0; i < PUBLISHES_MAX; i++) {
            try {
                HttpResponse<String> answer = calls.publish("orders", key, "application/json", event("e" + i));
                if (answer.statusCode() != 200) {
                    assertEquals(503, answer.statusCode(), answer.body());
                    return accepted;
                }
            } catch (UncheckedIOException e) {
                return accepted;
            }
            accepted.add("e" + i);
        }
        return accepted;
    }

    private static Set<String> ids(Receiver receiver, String path) {
        Set<String> ids = new HashSet<>();
        receiver.requests().stream()
                .filter(request -> request.path().equals(path))
                .forEach(request -> ids.addAll(request.ids()));
        return ids;
    }

    private static boolean isFirst(Received request) {
        return request.ids().contains("first");
    }

    private static String event(String id) {
        return "[{\"id\":\"" + id + "\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\","
                + "\"data\":{}}]";
    }
}
