package io.gridhook.app;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.QueueDelivery;
import io.gridhook.port.QueueDestination;
import io.gridhook.port.Timers;
import io.gridhook.port.WebhookClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What every {@link DeliveryRound} of one queue works with.
 *
 * @param settlement for the queue's own messages
 * @param patience how long an invocation waits for its endpoints
 */
record RoundServices(
        HealthGate gate,
        Admission admission,
        Bulkhead bulkhead,
        Rounds rounds,
        Invocations invocations,
        WebhookClient webhooks,
        QueueDestination queues,
        BearerTokens tokens,
        Settlement settlement,
        Handoffs handoffs,
        InstantSource clock,
        Timers timers,
        Executor executor,
        Duration patience) {
    private static final int PAYLOAD_TOO_LARGE = 413;

    /** Makes one attempt, the way that the destination wants it. */
    CompletableFuture<AttemptOutcome> send(Batch batch) {
        Optional<QueueDelivery> message = batch.queueDelivery();
        if (message.isEmpty()) {
            return webhooks.post(batch.request(), batch.longestWait());
        }
        return message.get().fits()
                ? queues.put(message.get(), batch.longestWait())
                : CompletableFuture.completedFuture(AttemptOutcome.Responded.of(PAYLOAD_TOO_LARGE));
    }

    /** Runs {@code task} on a thread that may wait for storage. */
    void soon(Runnable task) {
        executor.execute(task);
    }

    /** Runs {@code task} after {@code delay} on such a thread; the result forgets it. */
    Runnable later(Duration delay, Runnable task) {
        return timers.after(delay, () -> executor.execute(task));
    }
}
