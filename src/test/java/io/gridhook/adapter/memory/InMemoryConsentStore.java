package io.gridhook.adapter.memory;

import io.gridhook.port.ConsentStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Early consents in a map. */
public final class InMemoryConsentStore implements ConsentStore {
    private final Map<UUID, Consent> consents = new HashMap<>();

    @Override
    public synchronized boolean keep(UUID code, Consent consent) {
        return consents.putIfAbsent(code, consent) == null;
    }

    @Override
    public synchronized Optional<Consent> find(UUID code) {
        return Optional.ofNullable(consents.get(code));
    }

    @Override
    public synchronized void deleteBefore(Instant time) {
        consents.values().removeIf(consent -> consent.given().isBefore(time));
    }

    public synchronized int size() {
        return consents.size();
    }
}
