package io.gridhook.app;

import io.gridhook.port.AccessTokens;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.HealthStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.PayloadStore;
import io.gridhook.port.PoisonStore;
import io.gridhook.port.QueueDestination;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.Timers;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Tracing;
import io.gridhook.port.WebhookClient;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Everything the pipeline needs from the world, time and chance included.
 *
 * @param chance 0 (inclusive) to 1 (exclusive)
 * @param executor runs puts and what follows the last answer to a message's POSTs
 * @param log of what is done while no invocation waits for it
 * @param tracing what spans are made
 */
public record Ports(
        DeliveryQueue deliveries,
        DeliveryQueue retries,
        DeliveryQueue deadLetters,
        PayloadStore payloads,
        TopicStore topics,
        SubscriptionStore subscriptions,
        HealthStore health,
        DeadLetterStore deadLetterStore,
        PoisonStore poison,
        WebhookClient webhooks,
        QueueDestination queues,
        AccessTokens tokens,
        Metrics metrics,
        InstantSource clock,
        Supplier<UUID> ids,
        DoubleSupplier chance,
        Timers timers,
        Executor executor,
        DeliveryLog log,
        Tracing tracing) {
    /** Without spans. */
    public Ports(
            DeliveryQueue deliveries,
            DeliveryQueue retries,
            DeliveryQueue deadLetters,
            PayloadStore payloads,
            TopicStore topics,
            SubscriptionStore subscriptions,
            HealthStore health,
            DeadLetterStore deadLetterStore,
            PoisonStore poison,
            WebhookClient webhooks,
            QueueDestination queues,
            AccessTokens tokens,
            Metrics metrics,
            InstantSource clock,
            Supplier<UUID> ids,
            DoubleSupplier chance,
            Timers timers,
            Executor executor,
            DeliveryLog log) {
        this(
                deliveries,
                retries,
                deadLetters,
                payloads,
                topics,
                subscriptions,
                health,
                deadLetterStore,
                poison,
                webhooks,
                queues,
                tokens,
                metrics,
                clock,
                ids,
                chance,
                timers,
                executor,
                log,
                Tracing.NONE);
    }

    /** The same but for the spans. */
    public Ports with(Tracing newTracing) {
        return new Ports(
                deliveries,
                retries,
                deadLetters,
                payloads,
                topics,
                subscriptions,
                health,
                deadLetterStore,
                poison,
                webhooks,
                queues,
                tokens,
                metrics,
                clock,
                ids,
                chance,
                timers,
                executor,
                log,
                newTracing);
    }
}
