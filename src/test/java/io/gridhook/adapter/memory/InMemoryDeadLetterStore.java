package io.gridhook.adapter.memory;

import io.gridhook.core.delivery.DeadLetterLabel;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterArchive;
import io.gridhook.port.DeadLetterStore;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Dead-letter blobs in a map. Every container exists, but for those that are named missing. */
public final class InMemoryDeadLetterStore implements DeadLetterStore, DeadLetterArchive {
    private final Set<String> missing = new HashSet<>();
    private final TreeMap<String, byte[]> blobs = new TreeMap<>();
    private final Map<String, DeadLetterLabel> labels = new HashMap<>();

    @Override
    public synchronized Result write(DeadLetterDestination destination, String name, byte[] content) {
        String container = container(destination);
        if (missing.contains(container)) {
            return Result.DESTINATION_NOT_FOUND;
        }
        blobs.put(container + "/" + name, content.clone());
        labels.remove(container + "/" + name);
        return Result.WRITTEN;
    }

    @Override
    public synchronized Result write(
            DeadLetterDestination destination, String name, DeadLetterLabel label, byte[] content) {
        Result result = write(destination, name, content);
        if (result == Result.WRITTEN) {
            labels.put(container(destination) + "/" + name, label);
        }
        return result;
    }

    @Override
    public synchronized List<String> folders(DeadLetterDestination destination, String prefix) {
        Set<String> folders = new TreeSet<>();
        names(destination, prefix).forEach(name -> {
            int end = name.indexOf('/', prefix.length());
            if (end >= 0) {
                folders.add(name.substring(prefix.length(), end));
            }
        });
        return List.copyOf(folders);
    }

    @Override
    public synchronized Page list(DeadLetterDestination destination, String prefix, String first, int most) {
        List<String> names = names(destination, prefix).stream()
                .filter(name -> name.compareTo(first) >= 0)
                .toList();
        List<Listed> found = names.stream()
                .limit(most)
                .map(name -> listed(container(destination) + "/" + name, name))
                .toList();
        return new Page(found, names.size() > most ? Optional.of(names.get(most)) : Optional.empty());
    }

    private Listed listed(String key, String name) {
        return new Listed(name, blobs.getOrDefault(key, new byte[0]).length, Optional.ofNullable(labels.get(key)));
    }

    private List<String> names(DeadLetterDestination destination, String prefix) {
        String container = container(destination);
        return missing.contains(container)
                ? List.of()
                : blobs.tailMap(container + "/" + prefix).keySet().stream()
                        .takeWhile(key -> key.startsWith(container + "/" + prefix))
                        .map(key -> key.substring(container.length() + 1))
                        .toList();
    }

    @Override
    public synchronized Optional<byte[]> read(DeadLetterDestination destination, String name, int bytesMax) {
        return missing.contains(container(destination))
                ? Optional.empty()
                : Optional.ofNullable(blobs.get(container(destination) + "/" + name))
                        .filter(content -> content.length <= bytesMax)
                        .map(byte[]::clone);
    }

    @Override
    public synchronized void delete(DeadLetterDestination destination, String name) {
        blobs.remove(container(destination) + "/" + name);
        labels.remove(container(destination) + "/" + name);
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
