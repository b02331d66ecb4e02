package io.gridhook.adapter.memory;

import io.gridhook.port.PoisonStore;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Unreadable messages in a map. */
public final class InMemoryPoisonStore implements PoisonStore {
    private final Map<String, String> bodies = new TreeMap<>();

    @Override
    public synchronized void keep(String queue, String messageId, String body) {
        bodies.put(queue + "/" + messageId, body);
    }

    /** A copy of what was kept, by {@code queue/messageId}. */
    public synchronized Map<String, String> bodies() {
        return Collections.unmodifiableMap(new TreeMap<>(bodies));
    }
}
