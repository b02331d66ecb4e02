package io.gridhook.adapter.memory;

import io.gridhook.core.history.HistoryBatch;
import io.gridhook.port.DeliveryHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The delivery log in a map. */
public final class InMemoryDeliveryHistory implements DeliveryHistory {
    private final TreeMap<String, HistoryBatch> batches = new TreeMap<>();

    @Override
    public synchronized void append(HistoryBatch batch) {
        batches.put(batch.key(), batch);
    }

    @Override
    public synchronized Found find(String first, String last, OptionalInt idHash, int most) {
        List<HistoryBatch> found = new ArrayList<>();
        int seen = 0;
        for (HistoryBatch batch : batches.tailMap(first).values()) {
            if (batch.key().compareTo(last) > 0) {
                break;
            }
            if (seen == most) {
                return new Found(found, Optional.of(batch.key()));
            }
            seen++;
            if (idHash.isEmpty() || HistoryBatch.mayHold(batch.index(), idHash.getAsInt())) {
                found.add(batch);
            }
        }
        return new Found(found, Optional.empty());
    }

    @Override
    public synchronized int deleteBefore(Instant time, int most) {
        List<String> old = batches.tailMap(HistoryBatch.lastKey(time), false).keySet().stream()
                .limit(most)
                .toList();
        old.forEach(batches::remove);
        return old.size();
    }

    /** All of them, the newest first. */
    public synchronized List<HistoryBatch> all() {
        return List.copyOf(batches.values());
    }
}
