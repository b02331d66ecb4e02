package io.gridhook.core.delivery;

import io.gridhook.core.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * When an endpoint is left alone, and for how long (behaviour §6.2, §6.3).
 *
 * @param failures consecutive failures of distinct events that lead to probation; behaviour §6.3's example is 10
 * @param refusals the same for 401, 403 and 404, which count per subscription; ours
 * @param longest the longest probation, more than nothing; behaviour §6.3: "up to several hours"
 * @param disableOnGone whether 410 disables an endpoint; ours, and only for a schedule of the subscription's own: no edition does so
 */
public record ProbationRules(int failures, int refusals, Duration longest, boolean disableOnGone) {
    /** 10 failures, 3 refusals, 4 hours, disabled by 410. */
    public static final ProbationRules STANDARD = new ProbationRules(10, 3, Duration.ofHours(4), true);

    /** RFC 9110 §15.5.11: the resource is gone, and likely for good. */
    private static final int GONE = 410;

    public ProbationRules {
        if (failures < 1 || refusals < 1) {
            throw new IllegalArgumentException(
                    "failures, refusals: " + failures + ", " + refusals + " (expected: 1 or more)");
        }
        if (longest.isZero() || longest.isNegative()) {
            throw new IllegalArgumentException("longest: " + longest + " (expected: more than PT0S)");
        }
    }

    /**
     * How long a probation lasts: the cause's first duration, doubled with each level, or what the endpoint asked for if that is longer;
     * never more than {@link #longest}.
     *
     * @param level from 1
     */
    public Duration duration(DeliveryOutcome cause, int level, Optional<Duration> asked) {
        Duration doubled = first(cause).multipliedBy(1L << (level - 1));
        Duration wanted = asked.filter(wait -> wait.compareTo(doubled) > 0).orElse(doubled);
        return wanted.compareTo(longest) > 0 ? longest : wanted;
    }

    /** Whether an answer with this code disables the endpoint for a subscription with this policy. */
    public boolean isDisabledBy(int status, RetryPolicy policy) {
        return status == GONE && mayDisable(policy);
    }

    /** Whether an endpoint can be disabled for a subscription with this policy. */
    public boolean mayDisable(RetryPolicy policy) {
        return disableOnGone && policy.ownSchedule();
    }

    /** How many failures of this kind in a row lead to probation. */
    public int threshold(DeliveryOutcome cause) {
        return switch (cause) {
            case RESOLUTION_ERROR -> 1;
            case UNAUTHORIZED, FORBIDDEN, NOT_FOUND -> refusals;
            default -> failures;
        };
    }

    /**
     * When deliveries to a disabled endpoint are checked again, as somebody may enable it. Rounded up to a minute, so that they share
     * messages.
     */
    public Instant disabledCheckedAgain(Instant now) {
        return now.plus(longest).plus(Duration.ofMinutes(1).minusNanos(1)).truncatedTo(ChronoUnit.MINUTES);
    }

    /** Whether a failure says something about one subscription only, and nothing about others at the same URL. */
    public static boolean isOfSubscription(DeliveryOutcome cause) {
        return switch (cause) {
            case UNAUTHORIZED, FORBIDDEN, NOT_FOUND -> true;
            default -> false;
        };
    }

    /** Behaviour §6.2; a server error is not in that table and takes the shortest one that is for failures of the server's own. */
    private static Duration first(DeliveryOutcome cause) {
        return switch (cause) {
            case NOT_FOUND, UNAUTHORIZED, FORBIDDEN, RESOLUTION_ERROR -> Duration.ofMinutes(5);
            case SOCKET_ERROR -> Duration.ofSeconds(30);
            default -> Duration.ofSeconds(10);
        };
    }
}
