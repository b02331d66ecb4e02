package io.gridhook.adapter.memory;

import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.port.HealthStore;
import io.gridhook.port.Versioned;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Endpoint health in a map. */
public final class InMemoryHealthStore implements HealthStore {
    private final Map<String, Versioned<EndpointHealth>> states = new LinkedHashMap<>();
    private long versions;

    @Override
    public synchronized Map<String, Versioned<EndpointHealth>> list() {
        return Map.copyOf(states);
    }

    @Override
    public synchronized Optional<String> create(String key, EndpointHealth health) {
        return states.containsKey(key) ? Optional.empty() : Optional.of(put(key, health));
    }

    @Override
    public synchronized Optional<String> replace(String key, EndpointHealth health, String etag) {
        Versioned<EndpointHealth> stored = states.get(key);
        return stored != null && stored.etag().equals(etag) ? Optional.of(put(key, health)) : Optional.empty();
    }

    @Override
    public synchronized boolean delete(String key) {
        return states.remove(key) != null;
    }

    private String put(String key, EndpointHealth health) {
        versions++;
        String etag = "etag-" + versions;
        states.put(key, new Versioned<>(health, etag));
        return etag;
    }
}
