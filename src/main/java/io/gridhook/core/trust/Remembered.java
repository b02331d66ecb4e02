package io.gridhook.core.trust;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A function of texts that remembers what it came to, for those that are asked for again and again: the endpoints of a topic's
 * subscriptions. What was asked for least lately is forgotten first. What it throws is not remembered. Safe for many threads.
 *
 * @param <T> what a text comes to, which nobody changes
 */
public final class Remembered<T> {
    /** Ours: bounds what is remembered to some megabytes. */
    private static final int TEXTS_MAX = 4_096;
    /** Ours: longer ones, with many headers, are worked out each time. */
    private static final int LENGTH_MAX = 1_024;

    private final Function<String, T> function;
    private final Map<String, T> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > TEXTS_MAX;
        }
    };

    /** {@code function} gives the same for the same text, however often it is asked. */
    public Remembered(Function<String, T> function) {
        this.function = function;
    }

    /** What the function says of {@code text}; throws what it throws. */
    public T of(String text) {
        synchronized (known) {
            T found = known.get(text);
            if (found != null) {
                return found;
            }
        }
        T made = function.apply(text);
        if (text.length() <= LENGTH_MAX) {
            synchronized (known) {
                known.put(text, made);
            }
        }
        return made;
    }
}
