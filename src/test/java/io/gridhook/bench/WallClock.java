package io.gridhook.bench;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The machine's clock, which all processes of a benchmark share. */
final class WallClock {
    private WallClock() {}

    /** Nanoseconds since 1970. */
    static long nanos() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
    }
}
