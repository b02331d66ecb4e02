package io.gridhook.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Latencies in microseconds, up to ten minutes, to three digits. */
final class Latencies {
    /** So many percent, 0 to 100, took at most so many milliseconds. */
    record Point(double percentile, double millis) {}

    private static final int CURVE_TICKS_PER_HALF = 5;
    private static final long MICROS_MAX = TimeUnit.MINUTES.toMicros(10);

    private final Histogram micros = new Histogram(MICROS_MAX, 3);

    /** Notes one; the clock of the machine may have been set back a little. */
    void record(long nanos) {
        micros.recordValue(Math.max(0, Math.min(MICROS_MAX, TimeUnit.NANOSECONDS.toMicros(nanos))));
    }

    long count() {
        return micros.getTotalCount();
    }

    /** In milliseconds; {@code percentile} from 0 to 100. */
    double millis(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1e3;
    }

    /** The smallest value that so many percent do not exceed, from 0 up to all of them, in steps that narrow towards 100. */
    List<Point> curve() {
        List<Point> points = new ArrayList<>();
        for (HistogramIterationValue value : micros.percentiles(CURVE_TICKS_PER_HALF)) {
            points.add(new Point(value.getPercentileLevelIteratedTo(), value.getValueIteratedTo() / 1e3));
        }
        return points;
    }
}
