package io.gridhook.simulation;

import io.gridhook.core.retry.RetrySchedule;
import io.gridhook.core.topic.RetrySettings;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a subscription is promised: one generation of it.
 *
 * @param topic whose events it gets
 * @param made when it was made, for certain
 * @param until when somebody began to delete it
 * @param attempts the most that one event gets
 * @param timeToLive after which no attempt is due
 * @param ownSchedule its own waits, else the cloud's apply
 * @param maxEvents of a POST
 */
record Subscribed(
        String topic,
        Instant made,
        Instant until,
        int attempts,
        Duration timeToLive,
        Optional<RetrySchedule> ownSchedule,
        int maxEvents) {
    /** Later than any day. */
    static final Instant NEVER = Simulation.START.plus(Duration.ofDays(3_650));

    /** Behaviour §2.1, the newest cloud edition. Written down again: what is checked must not check itself. */
    private static final RetrySchedule CLOUD = new RetrySchedule(List.of(
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(3),
            Duration.ofHours(6),
            Duration.ofHours(12)));

    /** Behaviour §1. */
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration ASKED_MAX = Duration.ofHours(4);

    static Subscribed of(String topic, Instant made, RetrySettings settings, int maxEvents) {
        return new Subscribed(
                topic,
                made,
                NEVER,
                settings.maxDeliveryAttempts().orElse(30),
                Duration.ofMinutes(settings.eventTimeToLiveInMinutes().orElse(1_440)),
                settings.schedule(),
                maxEvents);
    }

    Subscribed madeAt(Instant time) {
        return new Subscribed(topic, time, until, attempts, timeToLive, ownSchedule, maxEvents);
    }

    Subscribed deletedFrom(Instant time) {
        return new Subscribed(topic, made, time, attempts, timeToLive, ownSchedule, maxEvents);
    }

    boolean batches() {
        return maxEvents > 1;
    }

    /** How long after the start of an attempt, which was answered so, the next one is due at the earliest. */
    Duration earliestNext(int attempt, Reaction reaction) {
        Duration answered = shorter(reaction.takes(), RESPONSE_TIMEOUT);
        Duration step = ownSchedule.orElse(CLOUD).after(attempt);
        Duration least = ownSchedule.isPresent()
                ? shorter(reaction.retryAfter().orElse(Duration.ZERO), ASKED_MAX)
                : codesWait(answered.equals(RESPONSE_TIMEOUT) ? 0 : reaction.status());
        return answered.plus(step.compareTo(least) > 0 ? step : least);
    }

    /** The same where nobody may have learned of the answer. */
    Duration earliestNext(int attempt) {
        return ownSchedule.orElse(CLOUD).after(attempt);
    }

    /** Behaviour §2.3. */
    private static Duration codesWait(int status) {
        return switch (status) {
            case 404 -> Duration.ofMinutes(5);
            case 408 -> Duration.ofMinutes(2);
            case 503 -> Duration.ofSeconds(30);
            default -> Duration.ofSeconds(10);
        };
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
