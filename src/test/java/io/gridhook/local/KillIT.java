package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The local host as a process that ends, by a crash or because it is told to. */
class KillIT {
    private static final int PUBLISHES_MAX = 10_000;
    private static final int EVENTS_EACH = 5;
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    /**
     * Killed while a publisher publishes, and while its endpoint answers some deliveries, refuses others and lets others hang: after the
     * next start every event whose publish was answered 200 is delivered (DESIGN §1, 2).
     */
    @Test
    void every_accepted_event_is_delivered_after_a_kill() throws Exception {
        Endpoint endpoint = new Endpoint();
        try (Receiver receiver = new Receiver(endpoint::answer)) {
            Set<String> accepted;
            try (HostProcess host = HostProcess.start(data, SMALL, Map.of())) {
                Calls calls = host.calls();
                String key = calls.createTopic("orders", "EventGridSchema");
                calls.subscribe("orders", "all", receiver.url("/"), ",\"retryPolicy\":{\"schedule\":[\"PT1S\"]}");
                CompletableFuture<Set<String>> publishing =
                        CompletableFuture.supplyAsync(() -> publishUntilItDies(calls, key));
                receiver.await(40);
                host.kill();
                accepted = publishing.get(60, TimeUnit.SECONDS);
            }
            Set<String> left = new HashSet<>(accepted);
            left.removeAll(endpoint.delivered);
            assertFalse(left.isEmpty(), "nothing was pending when it was killed");
            endpoint.recover();
            try (HostProcess host = HostProcess.start(data, SMALL, Map.of())) {
                Poll.until("every accepted event is delivered", () -> endpoint.delivered.containsAll(accepted));
                assertTrue(host.isAlive(), host.lines());
            }
        }
    }

    @Test
    void sigterm_ends_it_and_its_azurite() throws Exception {
        try (HostProcess host = HostProcess.start(data, SMALL, Map.of())) {
            ProcessHandle azurite = host.azurite();
            assertTrue(azurite.isAlive());
            assertEquals(200, host.calls().get("/health", "").statusCode());
            // What every JVM answers to SIGTERM: 128 + 15.
            assertEquals(143, host.terminate(), host.lines());
            assertFalse(azurite.isAlive());
            assertTrue(host.lines().endsWith("Gridhook: stopping"), host.lines());
        }
    }

    /** The ids whose publish was answered 200. */
    private static Set<String> publishUntilItDies(Calls calls, String key) {
        Set<String> accepted = new HashSet<>();
        for (int publish = 0; publish < PUBLISHES_MAX; publish++) {
            Set<String> ids = ids(publish);
            try {
                calls.publish("orders", key, events(ids));
            } catch (UncheckedIOException e) {
                return accepted;
            }
            accepted.addAll(ids);
        }
        throw new AssertionError("it was not killed while the publisher published");
    }

    private static Set<String> ids(int publish) {
        return IntStream.range(0, EVENTS_EACH).mapToObj(i -> publish + "-" + i).collect(Collectors.toSet());
    }

    private static String events(Set<String> ids) {
        return ids.stream()
                .map(id -> "{\"id\":\"" + id
                        + "\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\","
                        + "\"data\":{}}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** Takes a third of the requests, refuses a third and lets a third hang, until it has recovered. */
    private static final class Endpoint {
        final Set<String> delivered = ConcurrentHashMap.newKeySet();
        private final AtomicInteger requests = new AtomicInteger();
        private final CountDownLatch recovered = new CountDownLatch(1);

        void recover() {
            recovered.countDown();
        }

        int answer(Receiver.Received received) {
            boolean well = recovered.getCount() == 0;
            int kind = requests.getAndIncrement() % 3;
            if (!well && kind == 1) {
                return 503;
            }
            if (!well && kind == 2) {
                awaitRecovery();
                return 503;
            }
            delivered.addAll(received.ids());
            return 200;
        }

        private void awaitRecovery() {
            try {
                recovered.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
