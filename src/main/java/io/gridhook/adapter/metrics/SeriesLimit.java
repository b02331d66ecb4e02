package io.gridhook.adapter.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Bounds how many label combinations one metric may have, so that names which users make up cannot fill the memory. */
final class SeriesLimit {
    /** What every label of a combination over the limit reads. */
    static final String OTHER = "other";

    private final String metric;
    private final int labels;
    private final int seriesMax;
    private final String[] other;
    private final Set<List<String>> known = ConcurrentHashMap.newKeySet();

    SeriesLimit(String metric, int labels, int seriesMax) {
        this.metric = metric;
        this.labels = labels;
        this.seriesMax = seriesMax;
        this.other = new String[labels];
        Arrays.fill(other, OTHER);
    }

    /**
     * {@code labelValues} while they are known or there is room for them, and {@link #OTHER} for each afterwards. Callers at the same
     * moment may go over the limit by as many as they are.
     *
     * @throws IllegalArgumentException if there is not one value for each label
     */
    String[] admit(String... labelValues) {
        if (labelValues.length != labels) {
            throw new IllegalArgumentException(
                    metric + ": " + labelValues.length + " label values (expected: " + labels + ")");
        }
        List<String> series = List.of(labelValues);
        if (known.contains(series)) {
            return labelValues;
        }
        if (known.size() >= seriesMax) {
            return other;
        }
        known.add(series);
        return labelValues;
    }
}
