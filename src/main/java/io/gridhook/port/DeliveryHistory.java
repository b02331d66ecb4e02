package io.gridhook.port;

import io.gridhook.core.history.HistoryBatch;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The stored delivery log: batches of rows in the order of their keys, the newest first, shared by all instances. Methods throw {@link
 * StorageUnavailableException} when storage does not answer or refuses; a write may have happened all the same.
 */
public interface DeliveryHistory {
    /** Stores a batch, in the place of one of the same key: so that a write may be repeated. */
    void append(HistoryBatch batch);

    /**
     * Some batches of a range, in the order of their keys.
     *
     * @param first keys from here, inclusive
     * @param last keys to here, inclusive
     * @param idHash only batches that may hold rows of events with this {@link HistoryBatch#idHash}; empty: all
     * @param most how many batches to look at, 1 or more
     */
    Found find(String first, String last, OptionalInt idHash, int most);

    /**
     * What was found.
     *
     * @param next the {@code first} with which to go on; empty if the range has no more
     */
    record Found(List<HistoryBatch> batches, Optional<String> next) {
        public Found {
            batches = List.copyOf(batches);
        }
    }

    /**
     * Deletes batches all of whose rows are older than {@code time}, some at a time.
     *
     * @param most how many, 1 or more
     * @return how many were deleted; fewer than {@code most} if no more are so old
     */
    int deleteBefore(Instant time, int most);

    /** Keeps nothing. */
    DeliveryHistory NONE = new DeliveryHistory() {
        @Override
        public void append(HistoryBatch batch) {
            // kept nowhere
        }

        @Override
        public Found find(String first, String last, OptionalInt idHash, int most) {
            return new Found(List.of(), Optional.empty());
        }

        @Override
        public int deleteBefore(Instant time, int most) {
            return 0;
        }
    };
}
