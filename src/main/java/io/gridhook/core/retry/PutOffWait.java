package io.gridhook.core.retry;

import java.time.Duration;
import java.time.Instant;

/**
 * When an event comes up again that could not be tried for want of a place. Ours: after a quarter of its age, a second to five minutes;
 * at full seconds, or at full ten seconds where the wait is as long, so that what is put off together can be merged.
 */
public final class PutOffWait {
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration MOST = Duration.ofMinutes(5);
    private static final Duration LONG = Duration.ofSeconds(10);

    private PutOffWait() {}

    public static Instant end(Instant publishTime, Instant now) {
        Duration quarter = Duration.between(publishTime, now).dividedBy(4);
        Duration atLeast = quarter.compareTo(LEAST) < 0 ? LEAST : quarter;
        Duration wait = atLeast.compareTo(MOST) > 0 ? MOST : atLeast;
        long step = (wait.compareTo(LONG) < 0 ? LEAST : LONG).toMillis();
        return Instant.ofEpochMilli(-Math.floorDiv(-now.plus(wait).toEpochMilli(), step) * step);
    }
}
