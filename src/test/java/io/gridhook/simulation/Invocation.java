package io.gridhook.simulation;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The host's side of one invocation. */
final class Invocation {
    private static final Duration GIVEN_BACK = Duration.ofSeconds(30);

    private final Simulation world;
    private final InMemoryDeliveryQueue from;
    private final DeliveryQueue queue;
    private final QueueMessage message;
    private Instant started;
    private Receipt receipt;
    private boolean ended;

    /** Of a message received {@code from} a queue, which its instance sees as {@code queue}. */
    Invocation(Simulation world, InMemoryDeliveryQueue from, DeliveryQueue queue, QueueMessage message) {
        this.world = world;
        this.from = from;
        this.queue = queue;
        this.message = message;
        this.receipt = message.receipt();
        this.started = world.time.instant();
    }

    /** Until now it was received, and waited. */
    void start() {
        started = world.time.instant();
    }

    QueueMessage message() {
        return message;
    }

    String body() {
        return message.body();
    }

    /** Of the lease, behind the invocation's back. False: there is nothing to renew any more. */
    boolean renew() {
        Optional<Receipt> renewed = ended ? Optional.empty() : from.hide(receipt, world.lease);
        renewed.ifPresent(next -> {
            receipt = next;
            world.repeats.message(message.body());
            world.faults.table().happened("host LEASE_RENEWED", 1);
        });
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
