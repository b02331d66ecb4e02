package io.gridhook.bench;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Latencies in microseconds, up to ten minutes, to three digits. */
final class Latencies {
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
}
