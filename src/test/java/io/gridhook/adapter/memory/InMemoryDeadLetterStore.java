package io.gridhook.adapter.memory;

import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterStore;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Dead-letter blobs in a map. Every container exists, but for those that are named missing. */
public final class InMemoryDeadLetterStore implements DeadLetterStore {
    private final Set<String> missing = new HashSet<>();
    private final Map<String, byte[]> blobs = new TreeMap<>();

    @Override
    public synchronized Result write(DeadLetterDestination destination, String name, byte[] content) {
        String container = container(destination);
        if (missing.contains(container)) {
            return Result.DESTINATION_NOT_FOUND;
        }
        blobs.put(container + "/" + name, content.clone());
        return Result.WRITTEN;
    }

    /** From now on there is no such container, or it is there again. */
    public synchronized void setMissing(DeadLetterDestination destination, boolean isMissing) {
        if (isMissing) {
            missing.add(container(destination));
        } else {
            missing.remove(container(destination));
        }
    }

    /** A copy of what was written, by {@code account/container/name}. */
    public synchronized Map<String, byte[]> blobs() {
        return Collections.unmodifiableMap(new TreeMap<>(blobs));
    }

    private static String container(DeadLetterDestination destination) {
        return destination.accountName() + "/" + destination.blobContainerName();
    }
}
