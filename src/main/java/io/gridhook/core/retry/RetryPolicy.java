package io.gridhook.core.retry;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The rules of one subscription: its profile with what the subscription itself sets.
 *
 * @param profile code tables, jitter and timeouts
 * @param schedule the profile's, or the subscription's own
 * @param maxDeliveryAttempts attempts in all, the first included; 1 or more
 * @param eventTimeToLive counted from the publish time
 * @param ownSchedule whether the subscription brought the schedule. Then its waits are taken as they are, but for a {@code Retry-After};
 *     with an edition's, the code tables' minimum waits apply and {@code Retry-After} is ignored (behaviour §2.3)
 * @param retryAfterMax ours: the most that a {@code Retry-After} can ask for, the longest probation
 */
public record RetryPolicy(
        RetryProfile profile,
        RetrySchedule schedule,
        int maxDeliveryAttempts,
        Duration eventTimeToLive,
        boolean ownSchedule,
        Duration retryAfterMax) {
    public RetryPolicy {
        if (maxDeliveryAttempts < 1) {
            throw new IllegalArgumentException(
                    "maxDeliveryAttempts: " + maxDeliveryAttempts + " (expected: 1 or more)");
        }
    }

    /**
     * Decides after an attempt. Time to live is not looked at here but when the next attempt is due (behaviour §2.1.7).
     *
     * @param verdict what the answer means
     * @param retryAfter the wait that the endpoint asked for
     * @param attempt the number of the attempt that was made, from 1
     * @param now when it ended
     * @param chance 0 (inclusive) to 1 (exclusive), for the jitter
     */
    public NextStep next(Verdict verdict, Optional<Duration> retryAfter, int attempt, Instant now, double chance) {
        if (verdict.kind() == Verdict.Kind.DELIVERED) {
            return new NextStep.Complete();
        }
        boolean isFinal = verdict.kind() == Verdict.Kind.FINAL;
        boolean attemptsUsedUp = attempt >= maxDeliveryAttempts;
        if (isFinal || attemptsUsedUp) {
            return new NextStep.DeadLetter(verdict.reason());
        }
        Duration wait = waitAfter(attempt, verdict.minimumWait(), retryAfter);
        return new NextStep.RetryAt(now.plus(wait).plus(profile.jitter().of(wait, chance)));
    }

    private Duration waitAfter(int attempt, Duration minimum, Optional<Duration> retryAfter) {
        Duration least = ownSchedule
                ? retryAfter.map(asked -> shorter(asked, retryAfterMax)).orElse(Duration.ZERO)
                // Behaviour §20 row 6: a code's minimum is a floor, the schedule applies where it is longer.
                : minimum;
        return longer(schedule.after(attempt), least);
    }

    /**
     * How far an attempt that cannot be made now may be put off: not past both its next slot in the schedule and the end of its time to
     * live, where it would be forgotten.
     *
     * @param attemptsMade so far
     */
    public Instant putOffLatest(Instant publishTime, int attemptsMade, Instant now) {
        Instant nextSlot = now.plus(schedule.after(attemptsMade + 1));
        Instant expiry = publishTime.plus(eventTimeToLive);
        return nextSlot.isAfter(expiry) ? nextSlot : expiry;
    }

    /**
     * Whether an event has outlived its time when an attempt is due. Looked at only then, by the scheduled time: an attempt that we
     * ourselves make late is made all the same.
     */
    public boolean isExpired(Instant publishTime, Instant due) {
        return !due.isBefore(publishTime.plus(eventTimeToLive));
    }

    /**
     * How many attempts an event surely gets where each fails as late as it can and waits as long as the schedule and its jitter say: 1 or
     * more. A code's minimum wait, a {@code Retry-After} or a probation may leave it fewer.
     */
    public int attemptsInTime() {
        Duration due = Duration.ZERO;
        int attempts = 0;
        do {
            attempts++;
            Duration wait = schedule.after(attempts);
            due = due.plus(profile.responseTimeout())
                    .plus(wait)
                    .plus(profile.jitter().of(wait, 1));
        } while (attempts < maxDeliveryAttempts && due.compareTo(eventTimeToLive) < 0);
        return attempts;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
