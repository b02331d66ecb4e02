package io.gridhook.core.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values by name, without regard to letter case. A look-up allocates nothing, which a map of folded names would.
 *
 * @param <V> what is looked up
 */
public final class NameTable<V> {
    private final String[] names;
    private final List<V> values;
    /** Open addressing: an index into the names, or -1. */
    private final int[] places;

    /**
     * A table of these entries.
     *
     * @param entries by name, no two of which differ in letter case only
     */
    public NameTable(Map<String, V> entries) {
        names = entries.keySet().toArray(String[]::new);
        values = new ArrayList<>(entries.values());
        places = new int[Integer.highestOneBit(Math.max(1, names.length)) * 4];
        Arrays.fill(places, -1);
        for (int i = 0; i < names.length; i++) {
            places[free(names[i])] = i;
        }
    }

    private int free(String name) {
        int place = first(name);
        while (places[place] >= 0) {
            place = (place + 1) & (places.length - 1);
        }
        return place;
    }

    private int first(CharSequence name) {
        int hash = Letters.hash(name);
        return (hash ^ (hash >>> 15)) & (places.length - 1);
    }

    /** The value under {@code name}, or null. */
    public @Nullable V get(CharSequence name) {
        int place = first(name);
        while (places[place] >= 0) {
            if (Letters.same(names[places[place]], name)) {
                return values.get(places[place]);
            }
            place = (place + 1) & (places.length - 1);
        }
        return null;
    }

    /** All values. */
    Iterable<V> values() {
        return values;
    }
}
