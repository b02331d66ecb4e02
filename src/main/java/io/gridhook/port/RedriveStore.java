package io.gridhook.port;

import io.gridhook.core.redrive.RedriveJob;
import java.util.List;
import java.util.Optional;

/**
 * The redrives, shared by all instances. Methods throw {@link StorageUnavailableException} when storage does not answer or refuses; a write
 * may have happened all the same.
 */
public interface RedriveStore {
    /** The one of that id. */
    Optional<Versioned<RedriveJob>> find(String id);

    /** All of them, in no order; without those that cannot be read. */
    List<RedriveJob> list();

    /** Adds one; false if one of that id is there already. */
    boolean create(RedriveJob job);

    /**
     * Replaces one if it is still the version that was read.
     *
     * @return the new version, or empty if it changed or is gone
     */
    Optional<String> replace(RedriveJob job, String etag);

    /** Deletes one; false if there was none. */
    boolean delete(String id);
}
