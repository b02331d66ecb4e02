package io.gridhook.port;

import io.gridhook.core.delivery.EndpointHealth;
import java.util.Map;

/**
 * The endpoints that are not healthy, shared by all instances. Keys are 1 to 64 lower-case letters and digits. Methods throw {@link
 * StorageUnavailableException} when storage does not answer or refuses; a write may have happened all the same.
 */
public interface HealthStore {
    /** All of them, by key. */
    Map<String, Versioned<EndpointHealth>> list();

    /** Adds one; false if it is there already. */
    boolean create(String key, EndpointHealth health);

    /** Replaces one if it is still the version that was read; false if it changed or is gone. */
    boolean replace(String key, EndpointHealth health, String etag);

    /** Deletes one, whatever version it is; false if there was none. */
    boolean delete(String key);
}
