package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.DEAD_LETTER_DESTINATIONS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.adapter.memory.InMemoryRedriveStore;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.redrive.RedriveJob;
import io.gridhook.core.redrive.RedriveRequestReader;
import io.gridhook.core.redrive.SomeRedrives;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.RedriveStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Redrives over the pipeline of {@link PipelineFixture}: dead letters are made by it, and sent again through it. */
public final class RedriveFixture {
    public final PipelineFixture world = new PipelineFixture();
    final InMemoryDeliveryQueue queue = new InMemoryDeliveryQueue(world::now);
    final InMemoryRedriveStore store = new InMemoryRedriveStore();
    public final DeadLetters letters = letters(Optional.empty());
    public final Redrives redrives = new Redrives(store, queue, letters, world.ports.ids(), world::now);
    final RedriveWorker worker = worker(store);

    RedriveWorker worker(RedriveStore through) {
        return new RedriveWorker(world.ports, queue, through, letters);
    }

    /** A reader, where what was delivered is kept there. */
    DeadLetters letters(Optional<DeadLetterDestination> delivered) {
        return new DeadLetters(
                world.pipeline.catalog(), world.deadLetterStore, DEAD_LETTER_DESTINATIONS, delivered, world::now);
    }

    /** Events {@code e0} and so on, to which every endpoint answers 400, so that they become dead letters. */
    public void deadLetters(int count, int dataLength, String... subscriptions) {
        for (String subscription : subscriptions) {
            world.answers(subscription, 400);
        }
        world.published(count, dataLength);
        deliver();
        while (!world.deadLetters.bodies().isEmpty()) {
            world.passUntilShown(world.deadLetters);
            assertTrue(world.invoke(world.deadLetters));
        }
        world.pass(Duration.ofMinutes(1));
        for (String subscription : subscriptions) {
            world.answers(subscription, 200);
        }
        world.forget();
    }

    /** Works off {@code deliveries}. */
    void deliver() {
        while (!world.deliveries.bodies().isEmpty()) {
            world.passUntilShown(world.deliveries);
            assertTrue(world.invoke(world.deliveries));
        }
    }

    /** Begins one for {@code billing}; {@code more} has a comma before it. */
    RedriveJob begin(String more) {
        return redrives.begin(
                RedriveRequestReader.read(
                        SomeRedrives.json("{'topic':'orders','eventSubscription':'billing'" + more + "}"), world.now()),
                "key");
    }

    RedriveJob job(RedriveJob job) {
        return redrives.find(job.id());
    }

    /** One message of {@code redrives}, as the host works it off, at the time at which it shows. */
    void work() {
        work(worker);
    }

    void work(RedriveWorker by) {
        world.passUntilShown(queue);
        QueueMessage message = world.receive(queue);
        by.work(message, world.told());
        queue.delete(message.receipt());
    }

    /** All of them, until none is left. */
    void workOff() {
        for (int i = 0; !queue.bodies().isEmpty(); i++) {
            assertTrue(i < 1_000, "no end");
            work();
        }
    }

    /** The ids of what waits in {@code deliveries}, in the order in which it is due. */
    List<String> waiting() {
        List<String> ids = new ArrayList<>();
        for (DeliveryPack pack : PipelineFixture.packs(world.deliveries)) {
            for (DeliveryTask task : pack.tasks()) {
                ids.add(Payloads.idOf(task.event()));
            }
        }
        return ids;
    }

    /** The ids of {@link #deadLetters}. */
    static List<String> ids(int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add("e" + i);
        }
        return ids;
    }
}
