package io.gridhook.local;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** What was published, what of it was answered 200, and what ended how often, by the ids. */
final class ChaosLedger {
    /** How many events a publisher lets wait for their first delivery: load that follows the machine's speed, never a backlog. */
    private static final int OPEN_MAX = 20;

    /** An event that goes to a subscription. */
    record Delivery(String eventId, String subscription) implements Comparable<Delivery> {
        @Override
        public int compareTo(Delivery other) {
            return (subscription + eventId).compareTo(other.subscription + other.eventId);
        }
    }

    private final Set<String> open = new HashSet<>();
    private final Set<Delivery> accepted = new HashSet<>();
    private final Map<Delivery, Integer> ends = new HashMap<>();
    private long steps;
    private long endsInAll;
    private long unanswered;

    /** These are about to be sent; waits while too many are open. False: the publishers are to stop. */
    synchronized boolean publishing(Collection<String> ids, Duration waitMax) throws InterruptedException {
        long deadline = System.nanoTime() + waitMax.toNanos();
        while (open.size() >= OPEN_MAX && System.nanoTime() < deadline) {
            TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        }
        if (open.size() >= OPEN_MAX) {
            return false;
        }
        open.addAll(ids);
        return true;
    }

    /** Answered 200. */
    synchronized void accepted(Collection<Delivery> deliveries) {
        accepted.addAll(deliveries);
        step();
    }

    /** Answered otherwise or not at all: they may come or not. */
    synchronized void unanswered(Collection<String> ids) {
        open.removeAll(ids);
        unanswered++;
        step();
    }

    /** Answered with success by the endpoint, or found in a dead letter. */
    synchronized void ended(Delivery delivery) {
        open.remove(delivery.eventId());
        ends.merge(delivery, 1, Integer::sum);
        endsInAll++;
        step();
    }

    private void step() {
        steps++;
        notifyAll();
    }

    /** How many steps were noted. */
    synchronized long steps() {
        return steps;
    }

    /** Waits until so many steps were noted. */
    synchronized void awaitSteps(long count, Duration waitMax) throws InterruptedException {
        long deadline = System.nanoTime() + waitMax.toNanos();
        while (steps < count) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new AssertionError("after " + waitMax + " there were " + steps + " steps (expected: " + count
                        + "); open: " + open.size());
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** What was accepted and has no end. */
    synchronized Set<Delivery> missing() {
        Set<Delivery> missing = new TreeSet<>(accepted);
        missing.removeAll(ends.keySet());
        return missing;
    }

    synchronized int acceptedCount() {
        return accepted.size();
    }

    synchronized long unansweredCount() {
        return unanswered;
    }

    synchronized long endCount() {
        return endsInAll;
    }

    /** Ends beyond the first of each. */
    synchronized long duplicates() {
        return endsInAll - ends.size();
    }

    /** Ends at a subscription. */
    synchronized long endCount(String subscription) {
        return ends.entrySet().stream()
                .filter(end -> end.getKey().subscription().equals(subscription))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
