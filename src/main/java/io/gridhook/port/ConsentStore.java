package io.gridhook.port;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * Consents that came before their subscription was saved: a receiver may open its validation URL while it still answers the handshake.
 * Methods throw {@link StorageUnavailableException} when storage does not answer or refuses; a write may have happened all the same.
 */
public interface ConsentStore {
    /**
     * One consent.
     *
     * @param given when
     * @param allowedRate requests a minute that the endpoint takes; empty for any number
     */
    record Consent(Instant given, OptionalInt allowedRate) {}

    /** Keeps the consent to the handshake {@code code}; false if there is one already. */
    boolean keep(UUID code, Consent consent);

    Optional<Consent> find(UUID code);

    /** Deletes what was given before {@code time}. */
    void deleteBefore(Instant time);
}
