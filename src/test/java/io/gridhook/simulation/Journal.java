package io.gridhook.simulation;

import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.NextStep;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** What the pipeline said about itself, and which events it answered for. */
final class Journal implements DeliveryLog {
    private final VirtualTime time;
    private final Generations generations;
    private final Map<String, String> topics = new HashMap<>();
    private final Map<String, Long> droppedByReason = new HashMap<>();
    private final Map<String, Instant> requested = new HashMap<>();
    private final Map<String, Instant> accepted = new LinkedHashMap<>();
    /** Put together when somebody reads them, which is seldom. */
    private final List<Supplier<String>> lines = new ArrayList<>();

    private final List<Drop> drops = new ArrayList<>();
    private final List<Supplier<String>> troubles = new ArrayList<>();
    private final Map<String, Long> counts = new HashMap<>();

    /** An end without a dead letter; {@code delivery} is {@code subscription event}. */
    record Drop(String delivery, String reason, Instant at) {}

    Journal(VirtualTime time, Generations generations) {
        this.time = time;
        this.generations = generations;
    }

    /** Somebody publishes these events now. */
    void requested(String topic, List<String> ids) {
        ids.forEach(id -> {
            requested.put(id, time.instant());
            topics.put(id, topic);
        });
    }

    /** Whether it was published to that topic. */
    boolean isOf(String id, String topic) {
        return topic.equals(topics.get(id));
    }

    /** When the publisher asked. */
    Instant requestedAt(String id) {
        return requested.getOrDefault(id, Simulation.START);
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
        return lines.stream().map(Supplier::get).toList();
    }

    /** {@code subscription id} of what was dropped. */
    List<String> dropped() {
        return drops.stream().map(Drop::delivery).toList();
    }

    List<Drop> drops() {
        return drops;
    }

    List<String> troubles() {
        return troubles.stream().map(Supplier::get).toList();
    }

    long count(Metrics.Counter counter) {
        return counts.getOrDefault(counter.wireName(), 0L);
    }

    @Override
    public void attempt(DeliveryAttempt attempt, NextStep next) {
        Instant now = time.instant();
        lines.add(() -> clock(now) + " " + attempt.subscription().name() + " " + attempt.eventId() + " attempt "
                + attempt.attempt() + " " + attempt.outcome().wireName()
                + (attempt.httpStatus() == 0 ? "" : " " + attempt.httpStatus()) + " -> "
                + next.match(
                        () -> "complete", due -> "retry at " + clock(due), reason -> "give up, " + reason.wireName()));
    }

    @Override
    public void ended(SubscriptionRef subscription, String eventId, String end, String reason, String where) {
        Instant now = time.instant();
        lines.add(() -> clock(now) + " " + subscription.name() + " " + eventId + " " + end + " " + reason
                + (where.isEmpty() ? "" : " " + where.substring(0, where.lastIndexOf('/'))));
        if (end.equals("dropped") && !subscription.name().equals(NoticeWatch.NAME)) {
            drops.add(new Drop(generations.called(subscription) + " " + eventId, reason, now));
        }
    }

    @Override
    public void trouble(String what, String consequence) {
        Instant now = time.instant();
        troubles.add(() -> clock(now) + " " + what + ": " + consequence);
    }

    /** What the metrics say was dropped for that reason. */
    long countDropped(String reason) {
        return droppedByReason.getOrDefault(reason, 0L);
    }

    Metrics metrics() {
        return new Metrics() {
            @Override
            public void add(Counter counter, long amount, String... labelValues) {
                counts.merge(counter.wireName(), amount, Long::sum);
                if (counter == Counter.DROPPED_EVENT_COUNT) {
                    droppedByReason.merge(labelValues[2], amount, Long::sum);
                }
            }

            @Override
            public void record(Timer timer, Duration duration, String... labelValues) {
                counts.merge(timer.wireName(), 1L, Long::sum);
            }
        };
    }

    private static String clock(Instant at) {
        Duration d = Duration.between(Simulation.START, at);
        return String.format(
                "%02d:%02d:%02d.%03d", d.toHours(), d.toMinutesPart(), d.toSecondsPart(), d.toMillisPart());
    }
}
