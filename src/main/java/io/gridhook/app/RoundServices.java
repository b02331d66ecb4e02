package io.gridhook.app;

import io.gridhook.port.QueueDestination;
import io.gridhook.port.Timers;
import io.gridhook.port.Tracing;
import io.gridhook.port.WebhookClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * What every {@link DeliveryRound} of one queue works with.
 *
 * @param batches of this instance that wait for a place
 * @param settlement for the queue's own messages
 * @param patience how long an invocation waits for its endpoints
 */
record RoundServices(
        AdmissionControl admission,
        Bulkhead bulkhead,
        WaitingBatches batches,
        Rounds rounds,
        Invocations invocations,
        WebhookClient webhooks,
        QueueDestination queues,
        Tracing tracing,
        BearerTokens tokens,
        Settlement settlement,
        Handoffs handoffs,
        InstantSource clock,
        Timers timers,
        Executor executor,
        Duration patience) {
    /** Runs {@code task} on a thread that may wait for storage. */
    void soon(Runnable task) {
        executor.execute(task);
    }
}
