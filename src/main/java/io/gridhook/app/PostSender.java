package io.gridhook.app;

import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.PostTraces;
import io.gridhook.core.delivery.QueueDelivery;
import io.gridhook.core.delivery.ResponseClassifier;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.delivery.WebhookRequests;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.QueueDestination;
import io.gridhook.port.Tracing;
import io.gridhook.port.WebhookClient;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Carries POSTs: builds the request, sends it to the webhook or puts it into the queue, and classifies the outcome once for all. */
final class PostSender {
    /** The exchange of one {@link Post}. */
    static final class Exchange {
        private final CompletableFuture<AttemptOutcome> outcome = new CompletableFuture<>();

        /** Waits for no answer any more; one that was not sent yet is not sent. */
        void cancel() {
            outcome.cancel(true);
        }

        private void complete(@Nullable AttemptOutcome known, @Nullable Throwable failure) {
            if (known == null) {
                outcome.completeExceptionally(failure == null ? new IllegalStateException("no outcome") : failure);
            } else {
                outcome.complete(known);
            }
        }
    }

    private final WebhookClient webhooks;
    private final QueueDestination queues;
    private final Tracing tracing;

    PostSender(WebhookClient webhooks, QueueDestination queues, Tracing tracing) {
        this.webhooks = webhooks;
        this.queues = queues;
        this.tracing = tracing;
    }

    /** Sends it; {@code ended} is told the answer, or why there is none, once. */
    void send(Post post, BiConsumer<Optional<Answer>, @Nullable Throwable> ended) {
        Exchange exchange = post.exchange();
        ResolvedSubscription subscription = post.first().batch().subscription();
        boolean isHeard = false;
        try {
            List<Batch.Sending> all = post.attempts().stream()
                    .flatMap(attempt -> attempt.batch().sendings().stream())
                    .toList();
            List<Event> events = all.stream().map(Batch.Sending::event).toList();
            Tracing.Attempt span = tracing.attempt(
                    subscription.subscription(),
                    post.attemptsMade() + 1,
                    events,
                    PostTraces.of(all, Batch.Sending::trace));
            var unused = exchange.outcome.whenComplete((outcome, failure) -> {
                Optional<Answer> answer =
                        Optional.ofNullable(outcome).map(known -> Answer.of(known, subscription, post.events()));
                try {
                    endSpan(span, answer, failure);
                } finally {
                    // Whatever an agent does: else the invocations would wait for ever.
                    ended.accept(answer, failure);
                }
            });
            isHeard = true;
            if (!exchange.outcome.isDone()) {
                CompletableFuture<AttemptOutcome> sent =
                        span.within(() -> send(post, subscription, events, span.context()));
                var unusedToo = sent.whenComplete(exchange::complete);
                var unusedAsWell = exchange.outcome.whenComplete((outcome, failure) -> sent.cancel(true));
            }
        } catch (RuntimeException e) {
            fail(exchange, e, isHeard, ended);
        } catch (Error e) {
            // Else nobody would ever end the invocations that wait.
            fail(exchange, e, isHeard, ended);
            throw e;
        }
    }

    /** Where nobody hears of the exchange's end yet, it is told here, also if the exchange was cancelled before. */
    private static void fail(
            Exchange exchange,
            Throwable cause,
            boolean isHeard,
            BiConsumer<Optional<Answer>, @Nullable Throwable> ended) {
        exchange.complete(null, cause);
        if (!isHeard) {
            ended.accept(Optional.empty(), cause);
        }
    }

    private static void endSpan(Tracing.Attempt span, Optional<Answer> answer, @Nullable Throwable failure) {
        if (answer.isPresent()) {
            span.ended(answer.get());
        } else {
            span.broken(failure == null ? new IllegalStateException("no outcome") : failure);
        }
    }

    /** A queue's message has no headers: there its events go without a trace but their own. */
    private CompletableFuture<AttemptOutcome> send(
            Post post, ResolvedSubscription subscription, List<Event> events, Optional<TraceContext> trace) {
        Batch first = post.first().batch();
        Optional<QueueDelivery> message = first.queueDelivery();
        if (message.isPresent()) {
            return put(message.get(), first);
        }
        WebhookRequest request = WebhookRequests.notification(
                subscription,
                events,
                post.attemptsMade(),
                post.started(),
                post.first().bearerToken());
        return webhooks.post(trace.map(request::traced).orElse(request), first.longestWait());
    }

    /** What no queue message holds is not even tried: the queue's answer is known. */
    private CompletableFuture<AttemptOutcome> put(QueueDelivery message, Batch batch) {
        return message.fits()
                ? queues.put(message, batch.longestWait())
                : CompletableFuture.completedFuture(AttemptOutcome.Responded.of(ResponseClassifier.PAYLOAD_TOO_LARGE));
    }
}
