package io.gridhook.port;

import io.gridhook.core.delivery.EndpointHealth;
import java.util.Map;
import java.util.Optional;

/**
 * The endpoints that are not healthy, shared by all instances. Keys are 1 to 64 lower-case letters and digits. Methods throw {@link
 * StorageUnavailableException} when storage does not answer or refuses; a write may have happened all the same.
 */
public interface HealthStore {
    /** All of them, by key. */
    Map<String, Versioned<EndpointHealth>> list();

    /** Adds one. Returns its version, or empty if the key exists already. */
    Optional<String> create(String key, EndpointHealth health);

    /** Replaces one if its version is still {@code etag}. Returns the new version, or empty if it changed or is gone. */
    Optional<String> replace(String key, EndpointHealth health, String etag);

    /** Deletes one, whatever version it is; false if there was none. */
    boolean delete(String key);
}
