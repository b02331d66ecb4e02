package io.gridhook.app;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which events failed in a row, on this instance. */
final class FailureStreaks {
    /** Ours: bounds what is remembered; then remembering starts again. */
    private static final int REMEMBERED_MAX = 10_000;

    private final Map<String, Set<String>> events = new HashMap<>();

    /**
     * Adds a failure; how many distinct events failed in a row now.
     *
     * @param enough how many count; no more are remembered, however long it takes to act on them
     */
    synchronized int failed(String key, String eventId, int enough) {
        if (events.size() >= REMEMBERED_MAX) {
            events.clear();
        }
        Set<String> streak = events.computeIfAbsent(key, first -> new HashSet<>());
        if (streak.size() < enough) {
            streak.add(eventId);
        }
        return streak.size();
    }

    /** How many distinct events failed in a row. */
    synchronized int length(String key) {
        return events.getOrDefault(key, Set.of()).size();
    }

    synchronized void end(String key) {
        events.remove(key);
    }
}
