package io.gridhook.adapter.memory;

import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.port.HealthStore;
import io.gridhook.port.Versioned;
import java.util.LinkedHashMap;
import java.util.Map;

/** Endpoint health in a map. */
public final class InMemoryHealthStore implements HealthStore {
    private final Map<String, Versioned<EndpointHealth>> states = new LinkedHashMap<>();
    private long versions;

    @Override
    public synchronized Map<String, Versioned<EndpointHealth>> list() {
        return Map.copyOf(states);
    }

    @Override
    public synchronized boolean create(String key, EndpointHealth health) {
        return states.putIfAbsent(key, next(health)) == null;
    }

    @Override
    public synchronized boolean replace(String key, EndpointHealth health, String etag) {
        Versioned<EndpointHealth> stored = states.get(key);
        boolean same = stored != null && stored.etag().equals(etag);
        if (same) {
            states.put(key, next(health));
        }
        return same;
    }

    @Override
    public synchronized boolean delete(String key) {
        return states.remove(key) != null;
    }

    private Versioned<EndpointHealth> next(EndpointHealth health) {
        versions++;
        return new Versioned<>(health, "etag-" + versions);
    }
}
