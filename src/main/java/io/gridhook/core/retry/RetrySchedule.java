package io.gridhook.core.retry;

import java.time.Duration;
import java.util.List;

/**
 * The waits between attempts, in order; the last one repeats.
 *
 * @param steps 1 to 100 waits of 1 second to 30 days each
 */
public record RetrySchedule(List<Duration> steps) {
    /** Ours: bounds a definition. */
    public static final int STEPS_MAX = 100;
    /** Ours: the granularity of a Storage queue's visibility timeout. */
    public static final Duration STEP_MIN = Duration.ofSeconds(1);
    /** Ours: longer than any use, short enough to keep payloads for. */
    public static final Duration STEP_MAX = Duration.ofDays(30);

    public RetrySchedule {
        steps = List.copyOf(steps);
        if (steps.isEmpty() || steps.size() > STEPS_MAX) {
            throw new IllegalArgumentException("schedule: " + steps.size() + " steps (expected: 1.." + STEPS_MAX + ")");
        }
        for (Duration step : steps) {
            if (step.compareTo(STEP_MIN) < 0 || step.compareTo(STEP_MAX) > 0) {
                throw new IllegalArgumentException(
                        "schedule: " + step + " (expected: " + STEP_MIN + ".." + STEP_MAX + ")");
            }
        }
    }

    /** The wait after the failed attempt number {@code attempt}, counted from 1. */
    public Duration after(int attempt) {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt: " + attempt + " (expected: 1 or more)");
        }
        return steps.get(Math.min(attempt, steps.size()) - 1);
    }
}
