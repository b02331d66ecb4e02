package io.gridhook.core.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Cuts what goes to one subscription into POSTs (behaviour §7): a hard cap on the number of events, a preferred size that only a single
 * event may exceed, the order kept, nothing waited for.
 */
public final class Batcher {
    private Batcher() {}

    /**
     * Cuts {@code items}.
     *
     * @param maxEvents the hard cap, 1 or more
     * @param preferredBytes the target for the sum of {@code bytes}
     */
    public static <T> List<List<T>> cut(List<T> items, int maxEvents, long preferredBytes, ToIntFunction<T> bytes) {
        List<List<T>> batches = new ArrayList<>();
        List<T> batch = new ArrayList<>();
        long size = 0;
        for (T item : items) {
            int more = bytes.applyAsInt(item);
            if (!batch.isEmpty() && (batch.size() == maxEvents || size + more > preferredBytes)) {
                batches.add(batch);
                batch = new ArrayList<>();
                size = 0;
            }
            batch.add(item);
            size += more;
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
        return batches;
    }
}
