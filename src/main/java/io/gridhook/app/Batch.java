package io.gridhook.app;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.QueueDelivery;
import io.gridhook.core.delivery.ResponseClassifier;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.delivery.WebhookRequests;
import io.gridhook.core.event.Event;
import io.gridhook.core.retry.PutOffWait;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What one POST of a {@link DeliveryRound} carries, and how far it is. */
final class Batch {
    /** One event of a batch: its position in the pack, its task, itself. */
    record Sending(int ordinal, DeliveryTask task, Event event) {
        int bytes() {
            return event.json().length();
        }
    }

    /** Behaviour §1, "late response": 3 minutes in the cloud; not mentioned by the others. */
    static final Duration LATE_MAX = Duration.ofMinutes(3);

    private final ResolvedSubscription subscription;
    private final int attemptsMade;
    private final List<Sending> sendings;
    private final String endpoint;
    /** For an Entra-protected webhook. */
    private Optional<String> bearerToken = Optional.empty();

    Instant started = Instant.EPOCH;
    CompletableFuture<AttemptOutcome> exchange = new CompletableFuture<>();
    /** What it is sent by. */
    Leave leave = Leave.FREE;

    Optional<Handoff> handoff = Optional.empty();
    boolean timedOut;
    Optional<Place> place = Optional.empty();
    /** Forgets the timer of the response timeout. */
    Runnable timeout = () -> {};
    /** Forgets the timer that says that its endpoint is slow. */
    Runnable slowness = () -> {};

    /**
     * A batch that has not started.
     *
     * @param attemptsMade before this one, the same for all of it
     * @param endpoint the key of its endpoint
     */
    Batch(ResolvedSubscription subscription, int attemptsMade, List<Sending> sendings, String endpoint) {
        this.subscription = subscription;
        this.attemptsMade = attemptsMade;
        this.sendings = List.copyOf(sendings);
        this.endpoint = endpoint;
    }

    ResolvedSubscription subscription() {
        return subscription;
    }

    RetryPolicy policy() {
        return subscription.retryPolicy();
    }

    int attemptsMade() {
        return attemptsMade;
    }

    List<Sending> sendings() {
        return sendings;
    }

    String endpoint() {
        return endpoint;
    }

    String firstEventId() {
        return sendings.get(0).event().attributes().id();
    }

    /** Whose token it needs. */
    Optional<EntraApplication> application() {
        return subscription.subscription().destination().entra();
    }

    void authorize(String token) {
        bearerToken = Optional.of(token);
    }

    /** The POST of the attempt that began at {@link #started}. */
    WebhookRequest request() {
        return WebhookRequests.notification(
                subscription, sendings.stream().map(Sending::event).toList(), attemptsMade, started, bearerToken);
    }

    /** The message of the attempt, if the destination is a queue, which takes one event at a time. */
    Optional<QueueDelivery> queueDelivery() {
        if (subscription.subscription().destination().queue().isEmpty()) {
            return Optional.empty();
        }
        if (sendings.size() != 1) {
            throw new IllegalStateException("a message of " + sendings.size() + " events (expected: 1)");
        }
        return Optional.of(
                QueueDelivery.of(subscription.subscription(), sendings.get(0).event()));
    }

    Duration responseTimeout() {
        return policy().profile().responseTimeout();
    }

    /** How long an answer may take and count, late ones included. */
    Duration longestWait() {
        return policy().profile().delayedDelivery() ? LATE_MAX : responseTimeout();
    }

    Verdict verdict(AttemptOutcome outcome) {
        return ResponseClassifier.verdict(
                outcome,
                policy().profile(),
                subscription.subscription().destination().type(),
                subscription.hasDeadLetterDestination());
    }

    /** What the endpoint's health is told. */
    HealthGate.Result result(AttemptOutcome outcome) {
        return new HealthGate.Result(
                firstEventId(),
                ResponseClassifier.outcome(outcome, policy().profile()),
                ResponseClassifier.status(outcome),
                verdict(outcome).kind(),
                ResponseClassifier.retryAfter(outcome));
    }

    /** There was no place for it. */
    List<Settled> putOff(Instant now) {
        return sendings.stream()
                .map(sending -> Settled.putOff(
                        sending.ordinal(),
                        sending.task(),
                        subscription,
                        PutOffWait.end(sending.task().event().publishTime(), now)))
                .toList();
    }

    List<Settled> heldBack(Leave.Refusal refusal) {
        return sendings.stream()
                .map(sending -> Settled.heldBack(sending.ordinal(), sending.task(), subscription, refusal))
                .toList();
    }

    /** What came of all its events. */
    List<Settled> attempted(AttemptOutcome outcome, Instant ended) {
        return settled(
                new Settled.Attempt(outcome, started, Duration.between(started, ended), Optional.empty(), false));
    }

    /**
     * No answer came until {@code at}, and the wait for the next attempt began then.
     *
     * @param isReported whether that was logged and counted before
     */
    List<Settled> timedOutAt(Instant at, boolean isReported) {
        return settled(new Settled.Attempt(
                new AttemptOutcome.TimedOut(), started, Duration.between(started, at), Optional.of(at), isReported));
    }

    /** A fault of ours kept it from being sent. */
    List<Settled> untried(Throwable fault) {
        return sendings.stream()
                .map(sending -> Settled.untried(
                        sending.ordinal(),
                        sending.task(),
                        sending.event().attributes().id(),
                        subscription,
                        fault))
                .toList();
    }

    private List<Settled> settled(Settled.Attempt attempt) {
        return sendings.stream()
                .map(sending -> Settled.attempted(
                        sending.ordinal(),
                        sending.task(),
                        sending.event().attributes().id(),
                        subscription,
                        attempt))
                .toList();
    }
}
