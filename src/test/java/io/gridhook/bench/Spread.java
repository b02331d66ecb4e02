package io.gridhook.bench;

import java.util.List;
import java.util.Locale;

/**
 * Several measurements of one thing.
 *
 * @param median the one in the middle, or between the two there
 */
record Spread(double median, double least, double most) {
    /** Of one value or more. */
    static Spread of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, least, most);
    }
}
