package io.gridhook.simulation;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.app.PublishRefusedException;
import io.gridhook.app.PublisherCredentials;
import io.gridhook.app.Sweeper;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One process: a Functions host with the app in it. It dies where a fault says so, and a new one takes its place a while later. */
final class SimulatedInstance {
    private static final int BATCH = 16;
    private static final int NEW_BATCH_THRESHOLD = 16;
    private static final Duration RESTART = Duration.ofSeconds(20);

    /** Then a publisher gives up. */
    private static final Duration ANSWERED_BY = Duration.ofMinutes(2);

    private final Simulation world;
    private Duration skew = Duration.ZERO;
    private Life life;
    private boolean restarting;
    private int lives = 1;

    SimulatedInstance(Simulation world) {
        this.world = world;
        this.life = new Life(world, skew);
    }

    /** Starts it over with another clock, or with the world's {@link Variant}, before anything happened. */
    void startOver(Duration newSkew) {
        skew = newSkew;
        life = new Life(world, skew);
    }

    /** How many processes it was. */
    int lives() {
        return lives;
    }

    Life life() {
        return life;
    }

    boolean isAlive() {
        return !life.isOver();
    }

    void restartIfDead() {
        if (life.isOver() && !restarting) {
            restarting = true;
            world.after(RESTART, () -> {
                life = new Life(world, skew);
                lives++;
                restarting = false;
            });
        }
    }

    /** {@code told} runs when the publisher gets its 200, {@code refused} when it gets something else. */
    void publish(String topic, String key, PublishedBody body, Runnable told, Runnable refused) {
        Life current = life;
        AtomicBoolean isAnswered = new AtomicBoolean();
        world.after(ANSWERED_BY, () -> {
            if (isAnswered.compareAndSet(false, true)) {
                refused.run();
            }
        });
        current.run(() -> {
            try {
                var unused = current.pipeline
                        .publisher()
                        .publish(topic, PublisherCredentials.ofKey(Optional.of(key)), body)
                        .whenComplete((done, failure) -> {
                            if (!current.isOver() && isAnswered.compareAndSet(false, true)) {
                                (failure == null ? told : refused).run();
                            }
                        });
            } catch (PublishRefusedException e) {
                isAnswered.set(true);
                refused.run();
            }
        });
    }

    /** A management call; whether the manager is told that it is done. */
    boolean manage(Consumer<SimulatedManager> call) {
        Life current = life;
        boolean[] isDone = {false};
        current.run(() -> {
            try {
                call.accept(current.manager());
                isDone[0] = true;
            } catch (StorageUnavailableException e) {
                // the manager asks again
            }
        });
        return isDone[0];
    }

    /** What the timer does for redrives. */
    void sweepRedrives() {
        Life current = life;
        current.run(() -> {
            try {
                current.redrives.sweep(world.journal);
            } catch (StorageUnavailableException e) {
                // the next round comes
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
                                List.of(),
                                () -> 0,
                                world.variant.ledger())
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

    /** Whether its host receives more of this queue: not while more than {@code newBatchThreshold} are under way. */
    boolean hasRoom(InMemoryDeliveryQueue from) {
        return life.inHand(from) <= NEW_BATCH_THRESHOLD;
    }

    /** One receive of the host, and an invocation for each message, in any order; false if storage did not answer. */
    boolean poll(InMemoryDeliveryQueue from) {
        Life current = life;
        // Now and then a lease that is lost while the invocation goes on: somebody else gets the message too.
        boolean isLost = world.faults.draw("host LEASE_LOST");
        List<QueueMessage> messages = new ArrayList<>();
        boolean[] answered = {false};
        current.run(() -> {
            try {
                messages.addAll(queue(current, from).receive(BATCH, isLost ? Duration.ofSeconds(1) : world.lease));
                answered[0] = true;
            } catch (StorageUnavailableException e) {
                // polled again later
            }
        });
        if (world.faults.draw("host OUT_OF_ORDER")) {
            Collections.shuffle(messages, new Random(world.random.nextLong()));
        }
        List<Invocation> invocations = messages.stream()
                .map(message -> new Invocation(world, from, queue(current, from), message))
                .toList();
        // All of them wait while the first is worked on.
        invocations.forEach(current::takes);
        for (Invocation invocation : invocations) {
            if (isLost) {
                world.repeats.message(invocation.body());
            }
            invoke(current, from, invocation);
            if (world.faults.draw("host DUPLICATED")) {
                world.repeats.message(invocation.body());
                world.alive().forEach(other -> other.takeToo(from, invocation.message()));
            }
        }
        return answered[0];
    }

    private DeliveryQueue queue(Life current, InMemoryDeliveryQueue from) {
        if (from == world.deliveries) {
            return current.deliveries;
        }
        if (from == world.redrives) {
            return current.redriveQueue;
        }
        return from == world.retries ? current.retries : current.deadLetters;
    }

    /** A message that another instance received as well. */
    private void takeToo(InMemoryDeliveryQueue from, QueueMessage message) {
        Invocation invocation = new Invocation(world, from, queue(life, from), message);
        life.takes(invocation);
        invoke(life, from, invocation);
    }

    private void invoke(Life current, InMemoryDeliveryQueue from, Invocation invocation) {
        current.run(() -> {
            invocation.start();
            renewLater(current, invocation);
            var unused = function(current, from, invocation.message())
                    .whenComplete((done, failure) -> current.run(() -> {
                        invocation.end(failure == null);
                        current.ended(invocation);
                    }));
        });
    }

    /** At half time, as the host does (functions-runtime §2), which tells the invocation nothing. */
    private void renewLater(Life current, Invocation invocation) {
        world.after(world.lease.dividedBy(2), () -> {
            if (!current.isOver() && invocation.renew()) {
                renewLater(current, invocation);
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
            if (from == world.redrives) {
                current.redriveWorker.work(message, world.journal);
            } else {
                current.pipeline.deadLetterWriter().write(message, world.journal);
            }
            return CompletableFuture.completedFuture(null);
        } catch (StorageUnavailableException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
