package io.gridhook.app;

import io.gridhook.port.DeliveryLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The last inputs of {@link Dispatch}, a line each, without event data and secrets. An internal fault writes them to the log, so that they
 * can be replayed (testing.md). Not thread-safe: it belongs to the mailbox.
 */
final class InputLog {
    private static final int LINES_MAX = 4_000;
    /** A message with a thousand batches has a line of a hundred thousand characters. */
    private static final long CHARACTERS_MAX = 1_000_000;
    /** Lines of a log entry: log stores limit an entry's length. */
    private static final int LINES_PER_ENTRY = 40;
    /** One fault may follow another, all for the same reason. */
    private static final Duration BETWEEN_DUMPS = Duration.ofMinutes(10);

    private final DeliveryLog log;
    private final Deque<String> lines = new ArrayDeque<>();
    private long characters;
    private Instant silentUntil = Instant.MIN;

    InputLog(DeliveryLog log) {
        this.log = log;
    }

    void add(Instant now, Input input) {
        String line = nanos(now) + " " + input.text();
        lines.add(line);
        characters += line.length();
        while (lines.size() > LINES_MAX || characters > CHARACTERS_MAX) {
            characters -= lines.remove().length();
        }
    }

    /** Nanoseconds since 1970. */
    static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    String last() {
        return lines.getLast();
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    /** Writes the lines to the log, unless it did so a while ago. */
    void dump(Instant now, Throwable fault) {
        if (now.isBefore(silentUntil)) {
            return;
        }
        silentUntil = now.plus(BETWEEN_DUMPS);
        log.trouble(
                "the delivery engine met an internal fault: " + fault,
                "the messages concerned come back; the last " + lines.size() + " inputs follow");
        List<String> all = lines();
        for (int from = 0; from < all.size(); from += LINES_PER_ENTRY) {
            List<String> some = all.subList(from, Math.min(all.size(), from + LINES_PER_ENTRY));
            log.trouble("inputs " + (from + 1) + " to " + (from + some.size()), "\n" + String.join("\n", some));
        }
    }
}
