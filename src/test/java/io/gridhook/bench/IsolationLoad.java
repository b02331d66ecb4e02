package io.gridhook.bench;

import java.time.Duration;

/**
 * How much, how long and how often.
 *
 * @param rounds how often each arm runs, 1 or more
 * @param perSecond events a second for the good endpoints together, and again as many for the bad ones; above 0
 * @param seconds what is measured of each run; bad endpoints get nothing before
 * @param leadInSeconds what goes before it
 */
record IsolationLoad(int rounds, double perSecond, int seconds, int leadInSeconds) {
    IsolationLoad {
        if (rounds < 1 || seconds < 1 || leadInSeconds < 0 || !(perSecond > 0)) {
            throw new IllegalArgumentException("rounds, rate, seconds, lead-in: " + rounds + ", " + perSecond + ", "
                    + seconds + ", " + leadInSeconds + " (expected: 1 or more, above 0, 1 or more, 0 or more)");
        }
    }

    Duration leadIn() {
        return Duration.ofSeconds(leadInSeconds);
    }

    Duration end() {
        return Duration.ofSeconds(leadInSeconds + seconds);
    }
}
