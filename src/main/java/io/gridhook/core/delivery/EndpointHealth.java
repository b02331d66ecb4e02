package io.gridhook.core.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An endpoint that is not healthy; a healthy one has none. While it is in probation nothing is sent to it. When that has passed, whoever
 * comes first claims a probe by moving {@link #until} past the probe's end: there is no state of being probed that a crash could leave
 * it in. A disabled one is in probation for ever, which is also what an older version makes of it.
 *
 * @param until nothing is sent before this
 * @param cause what the last failure was
 * @param level how often in a row probation was entered, from 1
 */
public record EndpointHealth(Instant until, DeliveryOutcome cause, int level) {
    /** Ours: bounds the doubling long before it overflows. */
    static final int LEVEL_MAX = 30;
    /** Ours: the end of what is disabled, which no probation reaches. */
    static final Instant FOR_EVER = Instant.parse("9999-12-31T00:00:00Z");

    public EndpointHealth {
        if (level < 1 || level > LEVEL_MAX) {
            throw new IllegalArgumentException("level: " + level + " (expected: 1.." + LEVEL_MAX + ")");
        }
    }

    /**
     * A first probation.
     *
     * @param asked how long the endpoint asked to be left alone, if it did and that counts
     */
    public static EndpointHealth probation(
            DeliveryOutcome cause, Optional<Duration> asked, Instant now, ProbationRules rules) {
        return new EndpointHealth(now.plus(rules.duration(cause, 1, asked)), cause, 1);
    }

    /** Nothing is sent any more, probes included, until somebody deletes this state. */
    public static EndpointHealth disabled(DeliveryOutcome cause) {
        return new EndpointHealth(FOR_EVER, cause, 1);
    }

    public boolean isDisabled() {
        return !until.isBefore(FOR_EVER);
    }

    /** After a failed probe: the next probation, twice as long. */
    public EndpointHealth again(DeliveryOutcome newCause, Optional<Duration> asked, Instant now, ProbationRules rules) {
        int next = Math.min(level + 1, LEVEL_MAX);
        return new EndpointHealth(now.plus(rules.duration(newCause, next, asked)), newCause, next);
    }

    /** While one probe is under way, which ends by {@code probeEnds}. */
    public EndpointHealth probed(Instant probeEnds) {
        return new EndpointHealth(probeEnds, cause, level);
    }

    /** Whether nothing may be sent at {@code now}. */
    public boolean isInProbation(Instant now) {
        return now.isBefore(until);
    }
}
