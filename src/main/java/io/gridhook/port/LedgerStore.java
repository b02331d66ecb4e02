package io.gridhook.port;

import io.gridhook.core.delivery.LedgerRow;
import java.util.Map;

/**
 * The rows of the ledger, shared by all instances. Ids are 1 to 64 lower-case letters, digits and dashes. Methods throw {@link
 * StorageUnavailableException} when storage does not answer or refuses; a write may have happened all the same.
 */
public interface LedgerStore {
    /** All of them, by id; without those that cannot be read. */
    Map<String, Versioned<LedgerRow>> list();

    /** Writes a row, in the place of the one of that id. */
    void save(String id, LedgerRow row);

    /** Replaces a row if it is still the version that was read; false if it changed or is gone. */
    boolean replace(String id, LedgerRow row, String etag);

    /** Deletes a row; false if there was none. */
    boolean delete(String id);
}
