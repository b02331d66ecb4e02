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
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Events of one message that go to one subscription together, with as many attempts behind them. {@link Attempt} says how far it is.
 *
 * @param attemptsMade before this one, the same for all of it
 * @param endpoint the key of its endpoint
 * @param mostEvents the most that a POST with this batch in it may carry
 * @param dynamicHeaders those of its own that each of its events gives these values; empty where there is no batching
 * @param tooLarge the attempt of the larger batch that this one was part of
 */
record Batch(
        ResolvedSubscription subscription,
        int attemptsMade,
        List<Sending> sendings,
        String endpoint,
        int mostEvents,
        List<Header> dynamicHeaders,
        Optional<Attempted.Attempt> tooLarge) {
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

    /** Equal for batches that may share a POST. */
    private record Company(ResolvedSubscription subscription, List<Header> dynamicHeaders) {}

    Batch {
        sendings = List.copyOf(sendings);
        dynamicHeaders = List.copyOf(dynamicHeaders);
    }

    /** The part of it that decisions depend on. */
    Attempt.Facts facts() {
        boolean mayShare = subscription.batching().isOn();
        return new Attempt.Facts(
                SubscriptionRef.of(subscription.subscription()),
                endpoint,
                attemptsMade,
                sendings.size(),
                sendings.stream().mapToLong(Sending::bytes).sum(),
                mostEvents,
                subscription.batching().preferredBytes(),
                Batcher.isSuspect(policy(), attemptsMade, sendings.stream().anyMatch(Sending::wasTooLarge)),
                mayShare,
                tooLarge.isPresent(),
                policy().profile().responseTimeout(),
                subscription.subscription().destination().entra(),
                mayShare ? new Company(subscription, dynamicHeaders) : "",
                mayShare
                        ? sendings.stream()
                                .map(sending -> sending.event().attributes().id())
                                .toList()
                        : List.of());
    }

    private RetryPolicy policy() {
        return subscription.retryPolicy();
    }

    String firstEventId() {
        return sendings.get(0).event().attributes().id();
    }

    /**
     * The same events in batches of their own, for POSTs of at most half as many events as the one that was too large. They are the same
     * attempt, unless they cannot be sent now: then it was that.
     *
     * @param events in the POST that was too large
     */
    List<Attempt.Half> halves(Answer answer, int events, Instant started, Instant ended) {
        int most = (events + 1) / 2;
        Optional<Attempted.Attempt> attempt = Optional.of(attempt(answer, started, ended));
        return Batcher.cut(sendings, most, subscription.batching().preferredBytes(), Sending::bytes).stream()
                .map(part -> new Batch(subscription, attemptsMade, part, endpoint, most, dynamicHeaders, attempt))
                .map(half -> new Attempt.Half(half.facts(), Optional.of(half)))
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

    /** How long an answer may take and count, late ones included. */
    Duration longestWait() {
        return policy().profile().delayedDelivery()
                ? LATE_MAX
                : policy().profile().responseTimeout();
    }

    // Results of all its events

    /** No permit was free. */
    List<TaskReport> deferred(Instant now) {
        return untried(
                sending -> TaskResult.HeldBack.withoutPermit(sending.ordinal(), sending.task(), subscription, now));
    }

    List<TaskReport> heldBack(Admission.Refused refused) {
        return untried(
                sending -> TaskResult.HeldBack.refused(sending.ordinal(), sending.task(), subscription, refused));
    }

    /** An internal fault kept it from being sent. */
    List<TaskReport> untried(Throwable fault) {
        return untried(sending -> new TaskResult.Untried(sending.ordinal(), sending.task(), fault));
    }

    private List<TaskReport> untried(Function<Sending, TaskReport> result) {
        return tooLarge.isPresent()
                ? List.copyOf(attempted(tooLarge.get()))
                : sendings.stream().map(result).toList();
    }

    List<Attempted> attempted(Answer answer, Instant started, Instant ended) {
        return attempted(attempt(answer, started, ended));
    }

    private static Attempted.Attempt attempt(Answer answer, Instant started, Instant ended) {
        return new Attempted.Attempt(answer, started, Duration.between(started, ended), Optional.empty(), false);
    }

    /** No answer came by now. */
    List<Attempted> timedOut(Instant started, Instant now) {
        return attempted(Answer.timedOut(subscription), started, now);
    }

    /**
     * No answer came until {@code at}, and the wait for the next attempt began then.
     *
     * @param isLogged whether the log and the metrics have it already
     */
    List<Attempted> timedOutAt(Instant started, Instant at, boolean isLogged) {
        return attempted(new Attempted.Attempt(
                Answer.timedOut(subscription), started, Duration.between(started, at), Optional.of(at), isLogged));
    }

    private List<Attempted> attempted(Attempted.Attempt attempt) {
        return sendings.stream()
                .map(sending -> Attempted.of(sending, subscription, attempt))
                .toList();
    }
}
