package io.gridhook.bench;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Publishes at times that were fixed before, whatever became of earlier events. Latency is counted from those times, so that a stall
 * shows in every event that it held up, also in those that could not even be sent.
 */
final class OpenLoop {
    private final Function<Arrival, CompletableFuture<Boolean>> publish;

    /**
     * What happened.
     *
     * @param due when each accepted event was to be sent, in nanoseconds since 1970, by its id
     * @param refused how many publishes were not answered 200
     * @param lateness by how much this process itself was late in sending
     */
    record Outcome(Map<String, Long> due, long refused, Latencies lateness) {}

    /** {@code publish} sends and returns at once; it comes to whether the event was accepted. */
    OpenLoop(Function<Arrival, CompletableFuture<Boolean>> publish) {
        this.publish = publish;
    }

    /** Sends all; returns when each is answered. */
    Outcome run(List<Arrival> arrivals) {
        Map<String, Long> due = new ConcurrentHashMap<>();
        Latencies lateness = new Latencies();
        long wall = WallClock.nanos();
        long start = System.nanoTime();
        CompletableFuture<?>[] answers = arrivals.stream()
                .map(arrival -> {
                    lateness.record(awaitTurn(start + arrival.offsetNanos()));
                    return publish.apply(arrival).thenAccept(accepted -> {
                        if (accepted) {
                            due.put(arrival.eventId(), wall + arrival.offsetNanos());
                        }
                    });
                })
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(answers).join();
        return new Outcome(Map.copyOf(due), arrivals.size() - due.size(), lateness);
    }

    /** How late it is then, in nanoseconds. */
    private static long awaitTurn(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return System.nanoTime() - time;
    }
}
