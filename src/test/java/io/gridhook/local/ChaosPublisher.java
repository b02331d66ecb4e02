package io.gridhook.local;

import io.gridhook.client.Calls;
import io.gridhook.local.ChaosLedger.Delivery;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Publishes on a few connections, to whichever host runs, as fast as events are delivered. */
final class ChaosPublisher implements AutoCloseable {
    static final String TOPIC = "chaos";
    private static final int CONNECTIONS = 4;
    private static final int EVENTS_MAX = 12;
    private static final Duration WAIT_MAX = Duration.ofMinutes(2);

    /** Where to publish just now. */
    private record Target(Calls calls, String key) {}

    private final ChaosLedger ledger;
    private final SplittableRandom random;
    private final AtomicLong ids = new AtomicLong();
    private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    private final List<CompletableFuture<Void>> publishing = new ArrayList<>();
    private volatile CompletableFuture<Target> target = new CompletableFuture<>();
    private volatile boolean stopped;

    ChaosPublisher(ChaosLedger ledger, SplittableRandom random) {
        this.ledger = ledger;
        this.random = random;
    }

    /** Starts to publish, as soon as it is told where. */
    void start() {
        for (int i = 0; i < CONNECTIONS; i++) {
            SplittableRandom own = random.split();
            publishing.add(CompletableFuture.runAsync(() -> publish(own), threads));
        }
    }

    /** The host was killed: from now on publishers wait for the next. */
    void hostIsGone() {
        target = new CompletableFuture<>();
    }

    /** A host runs. */
    void publishTo(Calls calls) {
        target.complete(new Target(calls, calls.key(TOPIC)));
    }

    /** Lets what is under way end; fails if a publisher did. */
    void stop() throws Exception {
        stopped = true;
        for (CompletableFuture<Void> each : publishing) {
            each.get(WAIT_MAX.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private void publish(SplittableRandom own) {
        try {
            while (!stopped) {
                List<String> events = nextIds(own);
                Target to = target.get(WAIT_MAX.toSeconds(), TimeUnit.SECONDS);
                if (!ledger.publishing(events, WAIT_MAX)) {
                    throw new AssertionError("nothing was delivered for " + WAIT_MAX);
                }
                publish(to, events);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new AssertionError("a publisher failed", e);
        }
    }

    private void publish(Target to, List<String> events) {
        if (isAccepted(to, events)) {
            ledger.accepted(events.stream()
                    .flatMap(id -> ChaosEndpoints.subscriptionsOf(id).stream()
                            .map(subscription -> new Delivery(id, subscription)))
                    .toList());
        } else {
            ledger.unanswered(events);
        }
    }

    private static boolean isAccepted(Target to, List<String> events) {
        try {
            return to.calls().publish(TOPIC, to.key(), Calls.JSON, json(events)).statusCode() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private List<String> nextIds(SplittableRandom own) {
        List<String> events = new ArrayList<>();
        int count = own.nextInt(1, EVENTS_MAX + 1);
        for (int i = 0; i < count; i++) {
            events.add(ChaosEndpoints.kind(own) + "-" + ids.incrementAndGet());
        }
        return events;
    }

    private static String json(List<String> events) {
        return events.stream()
                .map(id -> "{\"id\":\"" + id + "\",\"subject\":\"" + id
                        + "\",\"eventType\":\"T\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":{}}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdownNow();
    }
}
