package io.gridhook.local;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/** The host's pauses between polls of an empty queue: 100 ms, then doubling, 20 % more or less, to a longest. */
final class PollingBackoff {
    private static final Duration FIRST = QueueSettings.POLLING_INTERVAL_MIN;

    /** RandomizedExponentialBackoffStrategy.RandomizationFactor. */
    private static final double SPREAD = 0.2;

    private final Duration most;
    private final DoubleSupplier chance;
    private int misses;

    /** {@code chance} draws from 0 (inclusive) to 1 (exclusive). */
    PollingBackoff(Duration most, DoubleSupplier chance) {
        this.most = most;
        this.chance = chance;
    }

    /** Something was found: the next pause is the first again. */
    void reset() {
        misses = 0;
    }

    Duration next() {
        if (misses == 0) {
            misses = 1;
            return FIRST;
        }
        double factor = 1 - SPREAD + 2 * SPREAD * chance.getAsDouble();
        double nanos = FIRST.toNanos() * Math.scalb(factor, Math.min(misses, 62));
        misses++;
        return nanos >= most.toNanos() ? most : Duration.ofNanos((long) nanos);
    }
}
