package io.gridhook.simulation;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.app.Pipeline;
import io.gridhook.app.Ports;
import io.gridhook.app.PublishRefusedException;
import io.gridhook.app.Sweeper;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.HealthStore;
import io.gridhook.port.PayloadStore;
import io.gridhook.port.PoisonStore;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TopicStore;
import io.gridhook.port.WebhookClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** One process: a Functions host with the app in it. It dies where a fault says so, and a new one takes its place a while later. */
final class SimulatedInstance {
    private static final int BATCH = 16;
    private static final Duration GIVEN_BACK = Duration.ofSeconds(30);
    private static final Duration RESTART = Duration.ofSeconds(20);

    /** One life: what belongs to it knows when it is over. */
    private final class Life {
        private boolean over;
        private final DeliveryQueue deliveries = around(DeliveryQueue.class, "deliveries", world.deliveries);
        private final DeliveryQueue retries = around(DeliveryQueue.class, "retries", world.retries);
        private final DeliveryQueue deadLetters = around(DeliveryQueue.class, "deadletters", world.deadLetters);
        private final Pipeline pipeline = new Pipeline(ports(), world.settings);

        private <T> T around(Class<T> type, String name, T port) {
            return world.faults.around(type, name, port, () -> over, () -> over = true);
        }

        private Ports ports() {
            return new Ports(
                    deliveries,
                    retries,
                    deadLetters,
                    around(PayloadStore.class, "payloads", world.payloads),
                    around(TopicStore.class, "topics", world.topics),
                    around(SubscriptionStore.class, "subscriptions", world.subscriptions),
                    around(HealthStore.class, "health", world.health),
                    around(
                            DeadLetterStore.class,
                            "deadLetterStore",
                            (destination, name, content) -> world.deadLetterPort.write(destination, name, content)),
                    around(PoisonStore.class, "poison", world.poison),
                    around(
                            WebhookClient.class,
                            "webhooks",
                            (request, timeout) -> world.webhookPort.post(request, timeout)),
                    world.journal.metrics(),
                    world.time,
                    () -> new UUID(world.random.nextLong(), world.random.nextLong()),
                    world.chance,
                    this::later,
                    task -> world.after(Duration.ofMillis(2), () -> run(task)));
        }

        private Runnable later(Duration delay, Runnable task) {
            AtomicBoolean forgotten = new AtomicBoolean();
            world.after(delay, () -> {
                if (!forgotten.get()) {
                    run(task);
                }
            });
            return () -> forgotten.set(true);
        }

        private void run(Runnable task) {
            try {
                if (!over) {
                    task.run();
                }
            } catch (SimulatedCrash crash) {
                over = true;
            }
        }
    }

    private final Simulation world;
    private Life life;
    private boolean restarting;

    SimulatedInstance(Simulation world) {
        this.world = world;
        this.life = new Life();
    }

    boolean isAlive() {
        return !life.over;
    }

    void restartIfDead() {
        if (life.over && !restarting) {
            restarting = true;
            world.after(RESTART, () -> {
                life = new Life();
                restarting = false;
            });
        }
    }

    /** {@code told} runs when the publisher gets its 200. */
    void publish(String topic, String key, PublishedBody body, Runnable told) {
        Life current = life;
        current.run(() -> {
            try {
                var unused = current.pipeline
                        .publisher()
                        .publish(topic, Optional.of(key), body)
                        .whenComplete((done, failure) -> {
                            if (failure == null && !current.over) {
                                told.run();
                            }
                        });
            } catch (PublishRefusedException e) {
                // answered 503: the publisher knows that nothing was accepted
            }
        });
    }

    /** What the timer does. */
    void sweep() {
        Life current = life;
        current.run(() -> {
            try {
                new Sweeper(
                                current.ports(),
                                world.settings.payloadRetention(),
                                world.settings.endpointKeys(),
                                List.of())
                        .sweep(world.journal);
            } catch (StorageUnavailableException e) {
                // the next round comes
            }
        });
    }

    /** An invocation that a test received the message for. */
    CompletableFuture<Void> deliver(QueueMessage message) {
        return function(life, world.deliveries, message);
    }

    /** One receive of the host, and an invocation for each message. */
    void poll(InMemoryDeliveryQueue from) {
        Life current = life;
        DeliveryQueue queue = queue(current, from);
        // Now and then a lease that is lost while the invocation goes on: somebody else gets the message too.
        Duration lease = world.faults.drawLeaseLoss() ? Duration.ofSeconds(1) : world.lease;
        current.run(() -> {
            List<QueueMessage> messages;
            try {
                messages = queue.receive(BATCH, lease);
            } catch (StorageUnavailableException e) {
                return;
            }
            messages.forEach(message -> current.run(() -> invoke(current, from, new Invocation(queue, message))));
        });
    }

    private DeliveryQueue queue(Life current, InMemoryDeliveryQueue from) {
        if (from == world.deliveries) {
            return current.deliveries;
        }
        return from == world.retries ? current.retries : current.deadLetters;
    }

    private void invoke(Life current, InMemoryDeliveryQueue from, Invocation invocation) {
        renewLater(current, from, invocation);
        var unused = function(current, from, invocation.message)
                .whenComplete((done, failure) -> current.run(() -> invocation.end(failure == null)));
    }

    /** At half time, as the host does (functions-runtime §2), which tells the invocation nothing. */
    private void renewLater(Life current, InMemoryDeliveryQueue from, Invocation invocation) {
        world.after(world.lease.dividedBy(2), () -> {
            if (!current.over && invocation.renew(from, world.lease)) {
                renewLater(current, from, invocation);
            }
        });
    }

    private CompletableFuture<Void> function(Life current, InMemoryDeliveryQueue from, QueueMessage message) {
        try {
            if (from == world.deliveries) {
                return current.pipeline.deliverer().deliver(message, world.journal);
            }
            if (from == world.retries) {
                return current.pipeline.retrier().deliver(message, world.journal);
            }
            current.pipeline.deadLetterWriter().write(message, world.journal);
            return CompletableFuture.completedFuture(null);
        } catch (StorageUnavailableException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The host's side of one invocation. */
    private final class Invocation {
        private final DeliveryQueue queue;
        private final QueueMessage message;
        private Receipt receipt;
        private final Instant started = world.time.instant();
        private boolean ended;

        Invocation(DeliveryQueue queue, QueueMessage message) {
            this.queue = queue;
            this.message = message;
            this.receipt = message.receipt();
        }

        /** False: there is nothing to renew any more. */
        boolean renew(InMemoryDeliveryQueue from, Duration lease) {
            Optional<Receipt> renewed = ended ? Optional.empty() : from.hide(receipt, lease);
            renewed.ifPresent(next -> receipt = next);
            return renewed.isPresent();
        }

        /** What the host does after an invocation, and does not mind failing at. */
        void end(boolean succeeded) {
            ended = true;
            Duration took = Duration.between(started, world.time.instant());
            world.longestInvocation = took.compareTo(world.longestInvocation) > 0 ? took : world.longestInvocation;
            try {
                if (succeeded) {
                    queue.delete(receipt);
                } else {
                    queue.hide(receipt, GIVEN_BACK);
                }
            } catch (StorageUnavailableException e) {
                // the lease runs out
            }
        }
    }
}
