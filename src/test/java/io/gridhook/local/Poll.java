package io.gridhook.local;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what happens in other processes, which nobody tells us of. */
public final class Poll {
    private static final Duration WAIT_MAX = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private Poll() {}

    /** Waits until {@code condition} holds; fails after a minute, saying what was {@code expected}. */
    public static void until(String expected, BooleanSupplier condition) {
        until(expected, WAIT_MAX, condition);
    }

    /** Like {@link #until(String, BooleanSupplier)}, with a limit of the caller's. */
    static void until(String expected, Duration waitMax, BooleanSupplier condition) {
        long deadline = System.nanoTime() + waitMax.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + waitMax + ": " + expected);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
