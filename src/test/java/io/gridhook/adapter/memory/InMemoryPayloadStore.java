package io.gridhook.adapter.memory;

import io.gridhook.port.PayloadStore;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Payloads in a sorted map. */
public final class InMemoryPayloadStore implements PayloadStore {
    private final NavigableMap<String, byte[]> payloads = new TreeMap<>();

    @Override
    public synchronized void put(String name, byte[] content) {
        payloads.put(name, content.clone());
    }

    @Override
    public synchronized Optional<byte[]> get(String name, long offset, int length) {
        return get(name).filter(content -> offset < content.length).map(content -> range(content, offset, length));
    }

    private static byte[] range(byte[] content, long offset, int length) {
        int from = (int) Math.min(offset, content.length);
        return Arrays.copyOfRange(content, from, (int) Math.min((long) from + length, content.length));
    }

    @Override
    public synchronized Optional<byte[]> get(String name) {
        return Optional.ofNullable(payloads.get(name)).map(byte[]::clone);
    }

    @Override
    public synchronized int deleteBefore(String name) {
        var older = payloads.headMap(name, false);
        int count = older.size();
        older.clear();
        return count;
    }

    /** The names of all payloads. */
    public synchronized Set<String> names() {
        return Set.copyOf(payloads.keySet());
    }
}
