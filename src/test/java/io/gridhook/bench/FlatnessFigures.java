package io.gridhook.bench;

import java.util.Comparator;
import java.util.List;

/**
 * What a delivery cost at one point.
 *
 * @param deliveries of all samples
 * @param missing of them
 * @param use of all samples, from before the first publish until all had come
 */
record FlatnessFigures(FlatnessPoint point, long deliveries, long missing, StageUse use) {
    /** Issue 6: within ten percent. */
    static final double DEARER_MAX = 0.10;

    /** Microseconds of the local host. */
    double cpuMicros() {
        return each(1e6 * use.host());
    }

    double azuriteMicros() {
        return each(1e6 * use.azurite());
    }

    /** Those that events cause, not those that go by the clock. */
    double transactions() {
        return each(use.storage().byEvents());
    }

    double allTransactions() {
        return each(use.storage().total());
    }

    double bytes() {
        return each(use.storage().bytesPut());
    }

    private double each(double amount) {
        return deliveries == 0 ? 0 : amount / deliveries;
    }

    /** The point that others are compared with: the largest number of events, and one subscription. */
    static FlatnessFigures base(List<FlatnessFigures> series) {
        Comparator<FlatnessFigures> bySize =
                Comparator.comparingInt(figures -> figures.point().size());
        return series.get(0).point().series() == FlatnessPoint.Series.EVENTS
                ? series.stream().max(bySize).orElseThrow()
                : series.stream().min(bySize).orElseThrow();
    }
}
