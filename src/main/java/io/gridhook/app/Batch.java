package io.gridhook.app;

import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.Batcher;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.QueueDelivery;
import io.gridhook.core.delivery.ResponseClassifier;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
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
    private final Optional<Attempted.Attempt> tooLarge;
    /** For an Entra-protected webhook; known when it may take a place. */
    private Optional<String> bearerToken = Optional.empty();

    /** Written once, by whoever sends it, and before it is. */
    private Optional<Post> post = Optional.empty();

    Instant started = Instant.EPOCH;
    /** Its own: others that share the POST may wait for an answer when it does not any more. */
    final CompletableFuture<Answer> exchange = new CompletableFuture<>();

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
            Optional<Attempted.Attempt> tooLarge) {
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
    List<Batch> halves(Answer answer, Instant ended) {
        int most = (post().events() + 1) / 2;
        Optional<Attempted.Attempt> attempt = Optional.of(attempt(answer, ended));
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

    /** What the endpoint's health is told. */
    HealthGate.Result result(Answer answer) {
        return new HealthGate.Result(
                firstEventId(),
                answer.outcome(),
                answer.status(),
                answer.verdict().kind(),
                answer.retryAfter());
    }

    List<TaskReport> withoutPermit(Instant now) {
        return unsent(
                sending -> TaskResult.HeldBack.withoutPermit(sending.ordinal(), sending.task(), subscription, now));
    }

    List<TaskReport> heldBack(Leave.Refusal refusal) {
        return unsent(sending -> TaskResult.HeldBack.refused(sending.ordinal(), sending.task(), subscription, refusal));
    }

    /** An internal fault kept it from being sent. */
    List<TaskReport> untried(Throwable fault) {
        return unsent(sending -> new TaskResult.Untried(sending.ordinal(), sending.task(), fault));
    }

    /** A part of a batch that was too large was attempted as that batch. */
    private List<TaskReport> unsent(Function<Sending, TaskResult> result) {
        return sendings.stream()
                .map(sending -> tooLarge.<TaskReport>map(attempt -> Attempted.of(sending, subscription, attempt))
                        .orElseGet(() -> result.apply(sending)))
                .toList();
    }

    List<Attempted> attempted(Answer answer, Instant ended) {
        return attempted(attempt(answer, ended));
    }

    private Attempted.Attempt attempt(Answer answer, Instant ended) {
        return new Attempted.Attempt(answer, started, Duration.between(started, ended), Optional.empty(), false);
    }

    /**
     * No answer came until {@code at}, and the wait for the next attempt began then.
     *
     * @param isLogged whether the log and the metrics have it already
     */
    List<Attempted> timedOutAt(Instant at, boolean isLogged) {
        return attempted(new Attempted.Attempt(
                post().timeout(), started, Duration.between(started, at), Optional.of(at), isLogged));
    }

    private List<Attempted> attempted(Attempted.Attempt attempt) {
        return sendings.stream()
                .map(sending -> Attempted.of(sending, subscription, attempt))
                .toList();
    }
}
