package io.gridhook.app;

import io.gridhook.port.DeliveryLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/**
 * Knows how late this instance takes messages up. What waits for a backoff, a probation or a pause is due at a time of its own, so what
 * comes later than that is ours: nobody had time for it, storage refused, or no instance was there. A queue that nobody works on is late
 * too, but is not heard of here until somebody does.
 */
final class LateMessages {
    /** Ours: longer than a lease of the host (10 minutes) and than the first waits after a fault of our own (2, 4 and 8). */
    static final Duration LATE = Duration.ofMinutes(15);
    /** Ours: between two lines of one instance, however many messages are late. */
    static final Duration SAID_EVERY = Duration.ofMinutes(1);
    /** Ours: how long the most is remembered at least, so that a scrape of each few minutes sees it; and twice that at most. */
    static final Duration REMEMBERED = Duration.ofMinutes(5);

    /** The most of two stretches of time, of which the second goes on. Guarded by this. */
    private static final class Most {
        private Instant begun = Instant.MIN;
        private Duration before = Duration.ZERO;
        private Duration most = Duration.ZERO;

        synchronized void add(Duration late, Instant now) {
            goOn(now);
            most = late.compareTo(most) > 0 ? late : most;
        }

        synchronized Duration at(Instant now) {
            goOn(now);
            return before.compareTo(most) > 0 ? before : most;
        }

        private void goOn(Instant now) {
            if (!now.isBefore(begun.plus(REMEMBERED))) {
                before = now.isBefore(begun.plus(REMEMBERED.multipliedBy(2))) ? most : Duration.ZERO;
                most = Duration.ZERO;
                begun = now;
            }
        }
    }

    private final InstantSource clock;
    private final Map<String, Most> byQueue = new HashMap<>();
    /** Guarded by this. */
    private Instant saidAt = Instant.MIN;

    LateMessages(Set<String> queues, InstantSource clock) {
        this.clock = clock;
        queues.forEach(queue -> byQueue.put(queue, new Most()));
    }

    /** A message was taken up now that was due then. */
    void taken(String queue, Instant due, DeliveryLog log) {
        Instant now = clock.instant();
        Most most = byQueue.get(queue);
        if (most == null || !now.isAfter(due)) {
            return;
        }
        Duration late = Duration.between(due, now);
        most.add(late, now);
        if (late.compareTo(LATE) > 0 && maySay(now)) {
            log.trouble(
                    "a message of " + queue + " was taken up " + Duration.ofSeconds(late.toSeconds())
                            + " after it was due",
                    "deliveries are late");
        }
    }

    private synchronized boolean maySay(Instant now) {
        boolean may = !now.isBefore(saidAt.plus(SAID_EVERY));
        saidAt = may ? now : saidAt;
        return may;
    }

    /** The most of the last 5 to 10 minutes for each queue, when it is asked for; 0 where nothing was taken up. */
    Map<String, DoubleSupplier> inSeconds() {
        Map<String, DoubleSupplier> seconds = new TreeMap<>();
        byQueue.forEach((queue, most) ->
                seconds.put(queue, () -> most.at(clock.instant()).toMillis() / 1e3));
        return seconds;
    }
}
