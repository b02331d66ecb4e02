package io.gridhook.adapter.memory;

import io.gridhook.port.Versioned;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Values under names in which letter case does not count, each with the version of its last write; sorted by name. */
final class VersionedMap<T> {
    private final TreeMap<String, Versioned<T>> values = new TreeMap<>();
    private long versions;

    Optional<Versioned<T>> find(String name) {
        return Optional.ofNullable(values.get(key(name)));
    }

    List<T> list() {
        return values(values.values());
    }

    List<T> listPrefixed(String prefix) {
        return values(
                values.subMap(key(prefix), key(prefix) + Character.MAX_VALUE).values());
    }

    boolean create(String name, T value) {
        return values.putIfAbsent(key(name), next(value)) == null;
    }

    boolean replace(String name, T value, String etag) {
        boolean same = find(name).filter(found -> found.etag().equals(etag)).isPresent();
        if (same) {
            values.put(key(name), next(value));
        }
        return same;
    }

    boolean deleteIf(String name, Predicate<T> condition) {
        boolean meant = find(name).map(Versioned::value).filter(condition).isPresent();
        if (meant) {
            values.remove(key(name));
        }
        return meant;
    }

    private Versioned<T> next(T value) {
        versions++;
        return new Versioned<>(value, "etag-" + versions);
    }

    private static <T> List<T> values(Collection<Versioned<T>> found) {
        return found.stream().map(Versioned::value).toList();
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
