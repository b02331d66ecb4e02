package io.gridhook.app;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.Batcher;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.QueueDelivery;
import io.gridhook.core.delivery.ResponseClassifier;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.TraceContext;
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
import java.util.stream.Stream;

/** Events of one message that go to one subscription together, with as many attempts behind them, and how far their {@link Post} is. */
final class Batch {
    /** One event of a batch: its position in the pack, its task, itself. */
    record Sending(int ordinal, DeliveryTask task, Event event) {
        int bytes() {
            return event.json().length();
        }

        /** Its own, or its publish's. */
        Optional<TraceContext> trace() {
            Optional<TraceContext> own = event.attributes().trace();
            return own.isPresent() ? own : task.event().trace();
        }

        boolean wasTooLarge() {
            return task.state().lastHttpStatus() == ResponseClassifier.PAYLOAD_TOO_LARGE;
        }
    }

    /** Behaviour §1, "late response": 3 minutes in the cloud; not mentioned by the others. */
    static final Duration LATE_MAX = Duration.ofMinutes(3);

    private final ResolvedSubscription subscription;
    private final int attemptsMade;
    private final List<Sending> sendings;
    private final String endpoint;
    private final int mostEvents;
    private final List<Header> dynamicHeaders;
    /** What came of the larger batch that this one was part of. */
    private final Optional<Settled.Attempt> tooLarge;
    /** For an Entra-protected webhook; known when it may take a place. */
    private Optional<String> bearerToken = Optional.empty();

    /** Written once, by whoever sends it, and before it is. */
    private Optional<Post> post = Optional.empty();

    Instant started = Instant.EPOCH;
    /** Its own: others that share the POST may wait for an answer when it does not any more. */
    final CompletableFuture<AttemptOutcome> exchange = new CompletableFuture<>();

    Optional<Handoff> handoff = Optional.empty();
    boolean timedOut;
    /** Forgets the timer of the response timeout. */
    Runnable timeout = () -> {};
    /** Forgets the timer that says that its endpoint is slow. */
    Runnable slowness = () -> {};

    /**
     * A batch that has not started.
     *
     * @param attemptsMade before this one, the same for all of it
     * @param endpoint the key of its endpoint
     * @param mostEvents that its POST may carry
     * @param dynamicHeaders those of its own that each of its events gives these values
     */
    Batch(
            ResolvedSubscription subscription,
            int attemptsMade,
            List<Sending> sendings,
            String endpoint,
            int mostEvents,
            List<Header> dynamicHeaders) {
        this(subscription, attemptsMade, sendings, endpoint, mostEvents, dynamicHeaders, Optional.empty());
    }

    private Batch(
            ResolvedSubscription subscription,
            int attemptsMade,
            List<Sending> sendings,
            String endpoint,
            int mostEvents,
            List<Header> dynamicHeaders,
            Optional<Settled.Attempt> tooLarge) {
        this.subscription = subscription;
        this.attemptsMade = attemptsMade;
        this.sendings = List.copyOf(sendings);
        this.endpoint = endpoint;
        this.mostEvents = mostEvents;
        this.dynamicHeaders = List.copyOf(dynamicHeaders);
        this.tooLarge = tooLarge;
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

    Optional<String> bearerToken() {
        return bearerToken;
    }

    /** As all that share a POST must give them; none where there is no batching. */
    List<Header> dynamicHeaders() {
        return dynamicHeaders;
    }

    SubscriptionRef ref() {
        return SubscriptionRef.of(subscription.subscription());
    }

    Stream<String> eventIds() {
        return sendings.stream().map(sending -> sending.event().attributes().id());
    }

    long bytes() {
        return sendings.stream().mapToLong(Sending::bytes).sum();
    }

    /** The most that a POST with this batch in it may carry. */
    int mostEvents() {
        return mostEvents;
    }

    boolean isSuspect() {
        return Batcher.isSuspect(policy(), attemptsMade, sendings.stream().anyMatch(Sending::wasTooLarge));
    }

    void takenBy(Post taker) {
        post = Optional.of(taker);
        started = taker.started();
    }

    boolean isTaken() {
        return post.isPresent();
    }

    /** What it was sent with. */
    Post post() {
        return post.orElseThrow();
    }

    /**
     * The same events in batches of their own, for POSTs of at most half as many events as this one's, which was too large. They are the
     * same attempt, unless they cannot be sent now: then it was that.
     */
    List<Batch> halves(AttemptOutcome outcome, Instant ended) {
        int most = (post().events() + 1) / 2;
        Optional<Settled.Attempt> attempt = Optional.of(attempt(outcome, ended));
        return Batcher.cut(sendings, most, subscription.batching().preferredBytes(), Sending::bytes).stream()
                .map(part -> new Batch(subscription, attemptsMade, part, endpoint, most, dynamicHeaders, attempt))
                .toList();
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
    HealthBook.Result result(AttemptOutcome outcome) {
        return new HealthBook.Result(
                firstEventId(),
                ResponseClassifier.outcome(outcome, policy().profile()),
                ResponseClassifier.status(outcome),
                verdict(outcome).kind(),
                ResponseClassifier.retryAfter(outcome));
    }

    /** There was no place for it. */
    List<Settled> putOff(Instant now) {
        return tooLarge.map(this::settled).orElseGet(() -> sendings.stream()
                .map(sending -> Settled.putOff(
                        sending.ordinal(),
                        sending.task(),
                        subscription,
                        PutOffWait.end(sending.task().event().publishTime(), now)))
                .toList());
    }

    List<Settled> heldBack(Admission.Refused refusal) {
        return tooLarge.map(this::settled).orElseGet(() -> sendings.stream()
                .map(sending -> Settled.heldBack(sending.ordinal(), sending.task(), subscription, refusal))
                .toList());
    }

    /** What came of all its events. */
    List<Settled> attempted(AttemptOutcome outcome, Instant ended) {
        return settled(attempt(outcome, ended));
    }

    private Settled.Attempt attempt(AttemptOutcome outcome, Instant ended) {
        return new Settled.Attempt(
                outcome, post().events(), started, Duration.between(started, ended), Optional.empty(), false);
    }

    /**
     * No answer came until {@code at}, and the wait for the next attempt began then.
     *
     * @param isReported whether that was logged and counted before
     */
    List<Settled> timedOutAt(Instant at, boolean isReported) {
        return settled(new Settled.Attempt(
                new AttemptOutcome.TimedOut(),
                post().events(),
                started,
                Duration.between(started, at),
                Optional.of(at),
                isReported));
    }

    /** A fault of ours kept it from being sent, or there was no token for it. */
    List<Settled> untried(Throwable fault) {
        return tooLarge.map(this::settled).orElseGet(() -> sendings.stream()
                .map(sending -> Settled.untried(
                        sending.ordinal(),
                        sending.task(),
                        sending.event().attributes().id(),
                        subscription,
                        fault))
                .toList());
    }

    private List<Settled> settled(Settled.Attempt attempt) {
        return sendings.stream()
                .map(sending ->
                        Settled.attempted(sending.ordinal(), sending.task(), sending.event(), subscription, attempt))
                .toList();
    }
}
