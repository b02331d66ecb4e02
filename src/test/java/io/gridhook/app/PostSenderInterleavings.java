package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.PostTraces;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventAttributes;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.Tracing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** The end of an exchange is told once, a cancelled exchange cancels its request, and one that was cancelled before is not sent. */
public class PostSenderInterleavings {
    private static final Event EVENT = new Event(
            EventSchema.EVENT_GRID,
            JsonText.of("{\"id\":\"e\"}"),
            new EventAttributes("e", "/topics/orders", "t", "s", "2020-01-01T00:00:00Z", "1"));
    private static final ResolvedSubscription SUBSCRIPTION =
            HealthWriterTest.subscription("s", "https://x", "cloud", false);
    private static final DeliveryTask TASK = new DeliveryTask(
            new PackedEvent(new PackedEvent.Inline(EVENT), Instant.EPOCH),
            new SubscriptionRef("topic", "s", 1),
            TaskState.NEW);
    private static final Batch BATCH =
            new Batch(SUBSCRIPTION, 0, List.of(new Batch.Sending(0, TASK, EVENT)), "x", 1, List.of(), Optional.empty());
    private static final Attempt.Facts FACTS = BATCH.facts();

    /** One exchange. */
    public static class Exchange {
        private final AtomicInteger sent = new AtomicInteger();
        private final AtomicInteger sentTooLate = new AtomicInteger();
        private final AtomicInteger ended = new AtomicInteger();
        private final AtomicInteger cancelled = new AtomicInteger();
        private final CompletableFuture<AttemptOutcome> answer = new CompletableFuture<>();
        private final PostSender sender;
        private final Post post;

        public Exchange() {
            this(Tracing.NONE);
        }

        Exchange(Tracing tracing) {
            sender = new PostSender(
                    (request, responseTimeout) -> {
                        sent.incrementAndGet();
                        return answer;
                    },
                    (message, responseTimeout) -> answer,
                    tracing);
            DeliveryRound round = new DeliveryRound("r", "deliveries", Optional.empty(), List.of());
            Attempt attempt = new Attempt(round, "a", FACTS, Optional.of(BATCH));
            var unused = new Permits(Permits.Limits.STANDARD).takeOrQueue(attempt, false);
            post = new Post(attempt, Admission.Admitted.FREE, Instant.EPOCH);
        }

        @Operation
        public void send() {
            boolean wasCancelled = cancelled.get() > 0;
            sender.send(post, (known, failure) -> ended.incrementAndGet());
            if (wasCancelled) {
                sentTooLate.addAndGet(sent.get());
            }
        }

        @Operation
        public void cancel() {
            post.exchange().cancel();
            cancelled.incrementAndGet();
        }

        @Operation
        public void answer() {
            answer.complete(AttemptOutcome.Responded.of(200));
        }

        @Validate
        public void the_end_was_told_once() {
            if (sentTooLate.get() > 0) {
                throw new IllegalStateException("sent after it was cancelled");
            }
            if (sent.get() > 0 && cancelled.get() > 0 && !answer.isDone()) {
                throw new IllegalStateException("the request was not cancelled");
            }
            answer();
            if (ended.get() != 1) {
                throw new IllegalStateException("told: " + ended.get());
            }
        }
    }

    /** An agent that fails where a span is begun. */
    public static class WithABrokenAgent extends Exchange {
        public WithABrokenAgent() {
            super(new Broken());
        }
    }

    private static final class Broken implements Tracing {
        @Override
        public Publishing publish(String topic, Optional<TraceContext> came) {
            throw new IllegalStateException("simulated");
        }

        @Override
        public Tracing.Attempt attempt(
                EventSubscription subscription, int number, List<Event> events, PostTraces traces) {
            throw new IllegalStateException("simulated");
        }
    }

    private static ModelCheck check(Class<?> operations) {
        return ModelCheck.of(operations).ignoring("io.gridhook.core.", "com.fasterxml.", "java.time.");
    }

    @Test
    void the_end_is_told_once_whoever_is_first() {
        check(Exchange.class).threads("send()", "cancel()").holds();
        check(Exchange.class)
                .withAtomicCollections()
                .threads("send()", "cancel()", "answer()")
                .threadsAfter("send()", "cancel()", "answer()")
                .holds();
    }

    @Test
    void an_exchange_that_was_cancelled_before_is_not_sent() {
        check(Exchange.class).threads("cancel() send()", "answer()").holds();
    }

    @Test
    void the_end_is_told_once_whatever_an_agent_does() {
        check(WithABrokenAgent.class).threads("send()", "cancel()").holds();
    }
}
