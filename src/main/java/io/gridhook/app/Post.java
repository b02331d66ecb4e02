package io.gridhook.app;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.PostTraces;
import io.gridhook.core.delivery.QueueDelivery;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.delivery.WebhookRequests;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.QueueDestination;
import io.gridhook.port.Tracing;
import io.gridhook.port.WebhookClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One POST, and the batches that share it: the one that found a place for it, and those of other messages, or with other numbers of
 * attempts made, that waited for one as well. All are answered the same, and each is settled by its own round: none knows of the others,
 * which may be handed off, time out and be given up at other times.
 */
final class Post {
    private static final int PAYLOAD_TOO_LARGE = 413;

    private final Batch first;
    private final Place place;
    private final Admission.Admitted admission;
    private final Instant started;
    private final List<Batch> batches = new ArrayList<>();
    private final Set<String> eventIds = new HashSet<>();
    private final Set<Batch> cancelled = new HashSet<>();
    private final CompletableFuture<AttemptOutcome> exchange = new CompletableFuture<>();
    /** Written once, before it is sent. */
    private volatile Optional<Tracing.Attempt> span = Optional.empty();

    private int mostEvents;
    private int events;
    private long bytes;
    private boolean timedOut;
    private boolean ended;

    /**
     * The POST of one batch, which has {@code place} and is made by {@code admission}.
     *
     * @param started when it is made: the attempt of all that share it
     */
    Post(Batch first, Place place, Admission.Admitted admission, Instant started) {
        this.first = first;
        this.place = place;
        this.admission = admission;
        this.started = started;
        this.mostEvents = first.mostEvents();
        add(first);
    }

    ResolvedSubscription subscription() {
        return first.subscription();
    }

    Place place() {
        return place;
    }

    Admission.Admitted admission() {
        return admission;
    }

    Instant started() {
        return started;
    }

    /** In all of its batches. */
    synchronized int events() {
        return events;
    }

    /** What the endpoint's health is told. */
    HealthBook.Result result(AttemptOutcome outcome) {
        return first.result(outcome);
    }

    /**
     * Whether a batch may share this POST (behaviour §7): of the same subscription, and together within the cap and the preferred size.
     * Ours: what failed twice stays among its like, no event goes twice, and a probe takes nobody with it. A request has one of each
     * header, so their own say the same (behaviour §12). What the endpoint agreed to, its allowed rate and its token are those of the
     * subscription, and so the first one's: joined batches skip admission.
     */
    synchronized boolean mayTake(Batch other) {
        return admission.probes().isEmpty()
                && other.isSuspect() == first.isSuspect()
                && events + other.sendings().size() <= Math.min(mostEvents, other.mostEvents())
                && bytes + other.bytes() <= subscription().batching().preferredBytes()
                && other.subscription().equals(subscription())
                && other.dynamicHeaders().equals(first.dynamicHeaders())
                && other.eventIds().noneMatch(eventIds::contains);
    }

    /** Takes a batch in, before it is sent. */
    synchronized void add(Batch batch) {
        batch.takenBy(this);
        batches.add(batch);
        batch.eventIds().forEach(eventIds::add);
        mostEvents = Math.min(mostEvents, batch.mostEvents());
        events += batch.sendings().size();
        bytes += batch.bytes();
    }

    /** Sends it. What comes of it completes the {@link Batch#exchange} of each, a fault of ours as well. */
    void send(WebhookClient webhooks, QueueDestination queues, Tracing tracing) {
        var unused = exchange.whenComplete(this::answer);
        try {
            List<Batch.Sending> all = sendings();
            List<Event> whole = all.stream().map(Batch.Sending::event).toList();
            Tracing.Attempt begun = begin(tracing, all, whole);
            CompletableFuture<AttemptOutcome> sent = begun.within(() -> sent(webhooks, queues, whole, begun.context()));
            var unusedToo = sent.whenComplete(this::complete);
            var unusedAsWell = exchange.whenComplete((outcome, failure) -> sent.cancel(true));
        } catch (RuntimeException e) {
            complete(null, e);
        } catch (Error e) {
            // Else nobody would ever end the invocations that wait.
            complete(null, e);
            throw e;
        }
    }

    private Tracing.Attempt begin(Tracing tracing, List<Batch.Sending> all, List<Event> whole) {
        Tracing.Attempt begun = tracing.attempt(
                subscription().subscription(), attemptsMade() + 1, whole, PostTraces.of(all, Batch.Sending::trace));
        span = Optional.of(begun);
        return begun;
    }

    /** A queue's message has no headers: there its events go without a trace but their own. */
    private CompletableFuture<AttemptOutcome> sent(
            WebhookClient webhooks, QueueDestination queues, List<Event> all, Optional<TraceContext> trace) {
        Optional<QueueDelivery> message = first.queueDelivery();
        return message.isPresent()
                ? put(message.get(), queues)
                : webhooks.post(request(all, trace), first.longestWait());
    }

    /** What no queue message holds is not even tried: the queue's answer is known. */
    private CompletableFuture<AttemptOutcome> put(QueueDelivery message, QueueDestination queues) {
        return message.fits()
                ? queues.put(message, first.longestWait())
                : CompletableFuture.completedFuture(AttemptOutcome.Responded.of(PAYLOAD_TOO_LARGE));
    }

    private WebhookRequest request(List<Event> all, Optional<TraceContext> trace) {
        WebhookRequest request =
                WebhookRequests.notification(subscription(), all, attemptsMade(), started, first.bearerToken());
        return trace.isPresent() ? request.traced(trace.get()) : request;
    }

    private synchronized List<Batch.Sending> sendings() {
        return batches.size() == 1
                ? first.sendings()
                : batches.stream().flatMap(batch -> batch.sendings().stream()).toList();
    }

    /** {@code aeg-delivery-count} says the most that any of them has behind it (behaviour §7: undocumented for such a mix). */
    private synchronized int attemptsMade() {
        return batches.stream().mapToInt(Batch::attemptsMade).max().orElse(0);
    }

    private void complete(@Nullable AttemptOutcome outcome, @Nullable Throwable failure) {
        if (outcome == null) {
            exchange.completeExceptionally(failure == null ? new IllegalStateException("no outcome") : failure);
        } else {
            exchange.complete(outcome);
        }
    }

    private void answer(@Nullable AttemptOutcome outcome, @Nullable Throwable failure) {
        try {
            if (span.isPresent()) {
                endSpan(span.get(), outcome, failure);
            }
        } finally {
            // Whatever an agent does: else the invocations would wait for ever.
            tell(outcome, failure);
        }
    }

    private void tell(@Nullable AttemptOutcome outcome, @Nullable Throwable failure) {
        List<Batch> all;
        synchronized (this) {
            all = List.copyOf(batches);
        }
        for (Batch batch : all) {
            if (failure == null) {
                batch.exchange.complete(outcome);
            } else {
                batch.exchange.completeExceptionally(failure);
            }
        }
    }

    private void endSpan(Tracing.Attempt begun, @Nullable AttemptOutcome outcome, @Nullable Throwable failure) {
        if (outcome != null) {
            begun.ended(outcome, subscription().retryPolicy().profile());
        } else {
            begun.broken(failure == null ? new IllegalStateException("no outcome") : failure);
        }
    }

    /** Waits for no answer any more. */
    void cancel() {
        exchange.cancel(true);
    }

    /** One of its batches waits for no answer any more; the exchange goes on while another does. */
    void cancel(Batch batch) {
        boolean isLast;
        synchronized (this) {
            cancelled.add(batch);
            isLast = cancelled.containsAll(batches);
        }
        if (isLast) {
            cancel();
        } else {
            batch.exchange.cancel(true);
        }
    }

    /** What came of it, once it has ended; empty before, and where it was cancelled or a fault of ours ended it. */
    Optional<AttemptOutcome> outcome() {
        return exchange.isDone() && !exchange.isCompletedExceptionally()
                ? Optional.of(exchange.join())
                : Optional.empty();
    }

    /** True once, after its end: then what it held is given back, and what it says of the endpoint told, for all. */
    synchronized boolean mayEnd() {
        boolean isFirst = exchange.isDone() && !ended;
        ended |= isFirst;
        return isFirst;
    }

    /** True once, when its response timeout has come before an answer. */
    synchronized boolean mayTimeOut() {
        boolean isFirst = !exchange.isDone() && !timedOut;
        timedOut |= isFirst;
        return isFirst;
    }

    /** Whether its response timeout came before an answer. */
    synchronized boolean isTimedOut() {
        return timedOut;
    }
}
