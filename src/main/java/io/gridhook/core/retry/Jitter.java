package io.gridhook.core.retry;

import java.time.Duration;

/**
 * The small random addition to a wait (behaviour §1: "small randomization on every step" in the cloud; none on IoT Edge and
 * Kubernetes). It only adds: nothing is ever tried before its schedule.
 *
 * @param share the largest addition as a share of the wait, 0 to 1
 * @param most the largest addition
 */
public record Jitter(double share, Duration most) {
    public static final Jitter NONE = new Jitter(0, Duration.ZERO);

    public Jitter {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share: " + share + " (expected: 0..1)");
        }
    }

    /**
     * The addition to {@code wait}.
     *
     * @param chance 0 (inclusive) to 1 (exclusive), drawn by the caller once per pack
     */
    public Duration of(Duration wait, double chance) {
        long largest = Math.max(0, Math.min((long) (wait.toMillis() * share), most.toMillis()));
        return Duration.ofMillis((long) (largest * chance));
    }
}
