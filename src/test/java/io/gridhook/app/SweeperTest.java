package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.RETENTION;
import static io.gridhook.app.PipelineFixture.START;
import static io.gridhook.app.PipelineFixture.packs;
import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.adapter.memory.InMemoryLedgerStore;
import io.gridhook.core.delivery.BulkPublish;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.LedgerStore;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** DESIGN §2 and §3: what goes by age, and what the host put aside. */
class SweeperTest {
    private final PipelineFixture world = new PipelineFixture();
    private final InMemoryDeliveryQueue poisonQueue = new InMemoryDeliveryQueue(world::now);
    private final Sweeper sweeper = new Sweeper(
            world.ports,
            RETENTION,
            new EndpointKeys(new byte[] {1}),
            List.of(new Sweeper.PoisonQueue("retries-poison", poisonQueue, world.ports.retries())),
            () -> 0,
            Optional.empty());

    private void sweep() {
        sweeper.sweep(world.told());
    }

    /** The rows' trouble is not the keys': who takes the old key away would lose definitions. */
    @Test
    void definitions_are_sealed_anew_whatever_the_ledger_does() {
        int[] sealed = {0};
        LedgerStore broken = new InMemoryLedgerStore() {
            @Override
            public synchronized Map<String, Versioned<LedgerRow>> list() {
                throw new StorageUnavailableException("no table");
            }
        };
        Sweeper first = new Sweeper(
                world.ports,
                RETENTION,
                new EndpointKeys(new byte[] {1}),
                List.of(),
                () -> ++sealed[0],
                Optional.of(broken));
        assertThrows(StorageUnavailableException.class, () -> first.sweep(world.told()));
        assertEquals(1, sealed[0]);
    }

    @Test
    void payloads_go_when_their_retention_is_over() {
        world.subscribe("billing");
        world.published(1, 100_000);
        world.pass(RETENTION.plus(Duration.ofMinutes(29)));
        sweep();
        assertEquals(1, world.payloads.names().size());
        // The hour in which it was written is over for as long.
        world.pass(Duration.ofMinutes(1));
        sweep();
        assertEquals(Set.of(), world.payloads.names());
    }

    @Test
    void expired_subscriptions_go_and_no_others() {
        world.topic("empty", EventSchema.EVENT_GRID);
        world.subscribe("expired", wanted().expires(START));
        world.subscribe("expiring", wanted().expires(START.plusMillis(1)));
        world.subscribe("lasting");
        sweep();
        assertEquals(
                List.of("expiring", "lasting"),
                world.subscriptions.list("orders").stream()
                        .map(EventSubscription::name)
                        .toList());
        sweep();
        assertEquals(2, world.subscriptions.list("orders").size());
    }

    /** Its subscription may be gone, or have another URL: then nobody else ever deletes it. */
    @Test
    void the_health_of_endpoints_that_nobody_called_for_long_is_forgotten() {
        world.ports.health().create("old", new EndpointHealth(START, DeliveryOutcome.BUSY, 3));
        world.ports.health().create("newer", new EndpointHealth(START.plusSeconds(1), DeliveryOutcome.BUSY, 3));
        world.pass(Sweeper.HEALTH_KEPT);
        sweep();
        assertEquals(Set.of("newer"), world.ports.health().list().keySet());
    }

    /** It lasts until its subscription is saved again, and no longer than it, a topic's deletion included. */
    @Test
    void what_is_disabled_is_kept_as_long_as_its_subscription() {
        EndpointKeys keys = new EndpointKeys(new byte[] {1});
        String kept = keys.ofSubscription(world.subscribe("billing"));
        String expired = keys.ofSubscription(world.subscribe("expired", wanted().expires(START)));
        for (String key : List.of(kept, expired, "gone")) {
            world.ports.health().create(key, EndpointHealth.disabled(DeliveryOutcome.GENERIC_ERROR));
        }
        world.pass(Duration.ofDays(1_000));
        sweep();
        assertEquals(Set.of(kept), world.ports.health().list().keySet());
    }

    @Test
    void what_failed_too_often_goes_back_to_work() {
        world.subscribe("billing");
        world.published(1, 10);
        String body = world.deliveries.bodies().get(0);
        poisonQueue.put(body, Duration.ZERO);
        sweep();
        assertEquals(List.of("billing e0 0"), tasks(world.retries));
        assertEquals(Duration.ZERO, world.hidden(world.retries));
        assertEquals(List.of(), poisonQueue.bodies());
        assertEquals(Map.of(), world.poison.bodies());
        assertEquals(List.of("trouble: a message in retries-poison failed too often: put back to work"), world.log);
    }

    /** A new message was never received: what its old one went through does not count for it. */
    @Test
    void what_goes_back_to_work_is_claimed_from_its_first_failure_on() {
        world.subscribe("billing");
        world.published(1, 10);
        poisonQueue.put(PackCodec.encode(packs(world.deliveries).get(0).settledAfter(40)), Duration.ZERO);
        poisonQueue.put(PackCodec.encode(new BulkPublish(new UUID(0, 1), "2026-11-20/09/x", 3, 40)), Duration.ZERO);
        sweep();
        assertEquals(
                List.of(
                        PackCodec.encode(packs(world.deliveries).get(0)),
                        PackCodec.encode(new BulkPublish(new UUID(0, 1), "2026-11-20/09/x", 3, 0))),
                world.retries.bodies());
    }

    @Test
    void what_a_newer_version_wrote_goes_back_as_it_is() {
        poisonQueue.put("G9.newer", Duration.ZERO);
        sweep();
        assertEquals(List.of("G9.newer"), world.retries.bodies());
        assertEquals(List.of(), poisonQueue.bodies());
    }

    @Test
    void what_nobody_can_read_goes_to_the_container() {
        poisonQueue.put("not ours", Duration.ZERO);
        sweep();
        assertEquals(Map.of("retries-poison/message-1", "not ours"), world.poison.bodies());
        assertEquals(List.of(), world.retries.bodies());
        assertEquals(List.of(), poisonQueue.bodies());
        assertEquals(Map.of("PoisonMessageCount retries-poison", 1L), world.counts);
    }

    @Test
    void nothing_leaves_the_poison_queue_before_it_is_elsewhere() {
        poisonQueue.put("not ours", Duration.ZERO);
        poisonQueue.put("G9.newer", Duration.ZERO);
        for (String step : List.of("poison.keep", "retries.put")) {
            world.refuse(step);
            assertThrows(StorageUnavailableException.class, this::sweep);
            world.pass(Duration.ofMinutes(5));
        }
        // The first went in the second round, when only the second was refused.
        assertEquals(List.of("G9.newer"), poisonQueue.bodies());
        world.refuseNothing();
        sweep();
        assertEquals(List.of(), poisonQueue.bodies());
        assertEquals(List.of("G9.newer"), world.retries.bodies());
        assertEquals(1, world.poison.bodies().size());
    }

    /** One that is sent back comes again at the next sweep at the earliest: a sweep ends. */
    @Test
    void a_sweep_takes_a_bounded_number() {
        for (int i = 0; i < 32 * 32 + 1; i++) {
            poisonQueue.put("G9." + i, Duration.ZERO);
        }
        sweep();
        assertEquals(1, poisonQueue.bodies().size());
        sweep();
        assertTrue(poisonQueue.bodies().isEmpty());
        assertEquals(32 * 32 + 1, world.retries.bodies().size());
    }
}
