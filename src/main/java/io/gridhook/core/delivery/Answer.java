package io.gridhook.core.delivery;

import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The outcome of one POST, classified by the rules of its subscription (behaviour §2.3, §6.1). It is made once, when the outcome is known.
 * All events of the POST, the health of the endpoint, the log and the metrics share it.
 *
 * @param outcome the name of the outcome in records
 * @param status the HTTP status, 0 if there was no response
 * @param verdict the meaning of the outcome under the profile. The endpoint's health is judged by it
 * @param isTooLargeTogether whether the POST was refused for its size, and its events may each be accepted. Its events are then tried
 *     again, even where the verdict is final
 * @param retryAfter the wait that the endpoint asked for
 * @param detail why there was no response, for logs; {@code ""} if there was one, or nothing more is known
 * @param response the beginning of the response; {@code ""} if there was none, or one that says no more than its status
 */
public record Answer(
        DeliveryOutcome outcome,
        int status,
        Verdict verdict,
        boolean isTooLargeTogether,
        Optional<Duration> retryAfter,
        String detail,
        String response) {
    /**
     * Classifies an outcome.
     *
     * @param events in the POST, 1 or more
     */
    public static Answer of(AttemptOutcome outcome, ResolvedSubscription subscription, int events) {
        RetryPolicy policy = subscription.retryPolicy();
        return new Answer(
                ResponseClassifier.outcome(outcome, policy.profile()),
                ResponseClassifier.status(outcome),
                ResponseClassifier.verdict(
                        outcome,
                        policy.profile(),
                        subscription.subscription().destination().type(),
                        subscription.hasDeadLetterDestination()),
                ResponseClassifier.isTooLargeTogether(outcome, policy, events),
                ResponseClassifier.retryAfter(outcome),
                ResponseClassifier.detail(outcome),
                ResponseClassifier.response(outcome));
    }

    /** No full response within the response timeout. */
    public static Answer timedOut(ResolvedSubscription subscription) {
        return of(new AttemptOutcome.TimedOut(), subscription, 1);
    }

    public boolean isDelivered() {
        return verdict.kind() == Verdict.Kind.DELIVERED;
    }

    /**
     * Decides the next step of one event.
     *
     * @param attempt the number of the attempt that was answered, from 1
     * @param from the start of the wait for the next attempt
     * @param chance 0 (inclusive) to 1 (exclusive), for the jitter
     */
    public NextStep next(RetryPolicy policy, int attempt, Instant from, double chance) {
        Verdict ofEvent = isTooLargeTogether ? Verdict.retry(Duration.ZERO) : verdict;
        return policy.next(ofEvent, retryAfter, attempt, from, chance);
    }
}
