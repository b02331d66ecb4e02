package io.gridhook.port;

import java.util.Optional;

/**
 * Large payloads, deleted by age alone. Names start with the hour they were written in ({@code yyyy-MM-dd/HH/…}, UTC), so that their
 * order is their age. Methods throw {@link StorageUnavailableException} when storage does not answer or refuses.
 */
public interface PayloadStore {
    /** Writes a payload; it is durable when this returns. A second write of one name replaces the first. */
    void put(String name, byte[] content);

    /**
     * The {@code length} bytes from {@code offset} on, fewer where the payload ends before; empty if it ends before {@code offset}, or there
     * is no such payload (any more).
     */
    Optional<byte[]> get(String name, long offset, int length);

    /** All of a payload, or empty if there is no such payload (any more). */
    Optional<byte[]> get(String name);

    /** Deletes the payloads whose names sort before {@code name}; returns how many. Where they are very many, the next call goes on. */
    int deleteBefore(String name);
}
