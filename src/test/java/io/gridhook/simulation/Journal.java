package io.gridhook.simulation;

import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.NextStep;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the pipeline said about itself, and which events it answered for. */
final class Journal implements DeliveryLog {
    private final VirtualTime time;
    private final Map<String, Instant> accepted = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private final Map<String, Long> counts = new TreeMap<>();

    Journal(VirtualTime time) {
        this.time = time;
    }

    void accepted(List<String> ids) {
        ids.forEach(id -> accepted.put(id, time.instant()));
    }

    Set<String> accepted() {
        return accepted.keySet();
    }

    /** When the publisher was told. */
    Instant acceptedAt(String id) {
        return accepted.getOrDefault(id, Simulation.START);
    }

    /** Attempts and ends in order, one line each. */
    List<String> lines() {
        return lines;
    }

    /** {@code subscription id} of what was dropped. */
    List<String> dropped() {
        return dropped;
    }

    List<String> troubles() {
        return troubles;
    }

    long count(Metrics.Counter counter) {
        return counts.getOrDefault(counter.wireName(), 0L);
    }

    @Override
    public void attempt(DeliveryAttempt attempt, NextStep next) {
        lines.add(elapsed() + " " + attempt.subscription().name() + " " + attempt.eventId() + " attempt "
                + attempt.attempt() + " " + attempt.outcome().wireName()
                + (attempt.httpStatus() == 0 ? "" : " " + attempt.httpStatus()) + " -> "
                + next.match(
                        () -> "complete",
                        due -> "retry at " + clock(Duration.between(Simulation.START, due)),
                        reason -> "give up, " + reason.wireName()));
    }

    @Override
    public void ended(SubscriptionRef subscription, String eventId, String end, String reason, String where) {
        lines.add(elapsed() + " " + subscription.name() + " " + eventId + " " + end + " " + reason
                + (where.isEmpty() ? "" : " " + where.substring(0, where.lastIndexOf('/'))));
        if (end.equals("dropped")) {
            dropped.add(subscription.name() + " " + eventId);
        }
    }

    @Override
    public void trouble(String what, String consequence) {
        troubles.add(elapsed() + " " + what + ": " + consequence);
    }

    Metrics metrics() {
        return new Metrics() {
            @Override
            public void add(Counter counter, long amount, String... labelValues) {
                counts.merge(counter.wireName(), amount, Long::sum);
            }

            @Override
            public void record(Timer timer, Duration duration, String... labelValues) {
                counts.merge(timer.wireName(), 1L, Long::sum);
            }
        };
    }

    private String elapsed() {
        return clock(Duration.between(Simulation.START, time.instant()));
    }

    private static String clock(Duration d) {
        return String.format(
                "%02d:%02d:%02d.%03d", d.toHours(), d.toMinutesPart(), d.toSecondsPart(), d.toMillisPart());
    }
}
