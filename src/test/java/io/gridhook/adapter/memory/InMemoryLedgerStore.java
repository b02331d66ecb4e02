package io.gridhook.adapter.memory;

import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.port.LedgerStore;
import io.gridhook.port.Versioned;
import java.util.LinkedHashMap;
import java.util.Map;

/** The ledger in a map. */
public class InMemoryLedgerStore implements LedgerStore {
    private final Map<String, Versioned<LedgerRow>> rows = new LinkedHashMap<>();
    private long versions;

    @Override
    public synchronized Map<String, Versioned<LedgerRow>> list() {
        return Map.copyOf(rows);
    }

    @Override
    public synchronized void save(String id, LedgerRow row) {
        versions++;
        rows.put(id, new Versioned<>(row, "etag-" + versions));
    }

    @Override
    public synchronized boolean replace(String id, LedgerRow row, String etag) {
        Versioned<LedgerRow> stored = rows.get(id);
        boolean same = stored != null && stored.etag().equals(etag);
        if (same) {
            save(id, row);
        }
        return same;
    }

    @Override
    public synchronized boolean delete(String id) {
        return rows.remove(id) != null;
    }
}
