package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.tasks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.Packer;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** DESIGN §2, "one commit point per publish": who receives the one message puts the packs. */
class BulkSplitterTest {
    private static final int EVENTS = 500;
    private static final int SUBSCRIPTIONS = 34;

    private final PipelineFixture world = new PipelineFixture();
    private final Set<String> expected = new HashSet<>();
    private byte[] payload = {};
    private int tasks;
    private int packs;

    @BeforeEach
    void publish() {
        for (int s = 0; s < SUBSCRIPTIONS; s++) {
            world.subscribe("sub-" + s);
            for (int e = 0; e < EVENTS; e++) {
                expected.add("sub-" + s + " e" + e + " 0");
            }
        }
        world.published(EVENTS, 10);
        String name = world.payloads.names().iterator().next();
        payload = world.payloads.get(name).orElseThrow();
        tasks = PackCodec.fromPayload(name, payload).tasks().size();
        packs = Packer.split(PackCodec.fromPayload(name, payload).tasks()).size();
        world.forget();
    }

    /** Whatever is in {@code deliveries} but the bulk message. */
    private List<DeliveryPack> found() {
        return world.deliveries.bodies().stream()
                .map(PackCodec::decode)
                .filter(Message.Pack.class::isInstance)
                .map(message -> ((Message.Pack) message).pack())
                .toList();
    }

    @Test
    void every_delivery_is_in_one_of_the_packs() {
        assertTrue(world.invoke(world.deliveries));
        List<String> found = tasks(world.deliveries);
        assertEquals(expected.size(), found.size());
        assertEquals(expected, new HashSet<>(found));
        assertTrue(packs > 32, packs + " packs: too few for what is tested here");
        assertEquals(packs, world.deliveries.bodies().size(), "the bulk message is gone");
    }

    @Test
    void progress_is_noted_every_sixteen_packs() {
        assertTrue(world.invoke(world.deliveries));
        List<Integer> notedAfter = new ArrayList<>();
        int put = 0;
        for (String call : world.calls("deliveries")) {
            if (call.equals("deliveries.put")) {
                put++;
            } else if (call.equals("deliveries.update")) {
                notedAfter.add(put);
            }
        }
        List<Integer> sixteens = new ArrayList<>();
        for (int noted = 16; noted < packs; noted += 16) {
            sixteens.add(noted);
        }
        assertEquals(sixteens, notedAfter);
        assertEquals(
                "deliveries.delete", world.calls.get(world.calls.size() - 1), "once noted, its end is ours to write");
    }

    /** Storage that takes a number of puts and then no more. */
    @Test
    void a_crash_loses_nothing_and_repeats_at_most_sixteen_packs() {
        String bulk = world.deliveries.bodies().get(0);
        for (int puts : new int[] {0, 1, 15, 16, 17, 31, 32, 33, packs - 1, packs}) {
            PipelineFixture crashing = new PipelineFixture();
            crashing.payloads.put(world.payloads.names().iterator().next(), payload);
            crashing.deliveries.put(bulk, Duration.ZERO);
            int most = puts;
            crashing.refuse(step ->
                    step.equals("deliveries.put") && Collections.frequency(crashing.calls, "deliveries.put") > most);
            QueueMessage message = crashing.receive(crashing.deliveries);
            boolean ended = crashing.invoke(crashing.deliveries, message);
            assertEquals(puts >= packs, ended);
            crashing.refuseNothing();
            if (!ended) {
                crashing.pass(PipelineFixture.LEASE);
                assertTrue(crashing.invoke(crashing.deliveries, receiveBulk(crashing)));
            }
            assertEquals(expected, new HashSet<>(tasks(crashing.deliveries)), "after " + puts + " puts");
            int repeated = crashing.deliveries.bodies().size() - packs;
            assertTrue(repeated >= 0 && repeated <= 16, puts + " puts: " + repeated + " repeated");
            // What is repeated is the same pack again, whose blobs and retries overwrite each other.
            Set<UUID> ids = new HashSet<>();
            PipelineFixture.packs(crashing.deliveries).forEach(pack -> ids.add(pack.id()));
            assertEquals(packs, ids.size());
        }
    }

    private static QueueMessage receiveBulk(PipelineFixture from) {
        for (QueueMessage message : from.deliveries.receive(32, PipelineFixture.LEASE)) {
            if (PackCodec.decode(message.body()) instanceof Message.Bulk) {
                return message;
            }
        }
        return receiveBulk(from);
    }

    @Test
    void somebody_else_who_owns_the_message_goes_on_alone() {
        QueueMessage mine = world.receive(world.deliveries);
        world.pass(PipelineFixture.LEASE);
        QueueMessage theirs = world.receive(world.deliveries);
        assertThrows(StorageUnavailableException.class, () -> world.run(world.deliveries, mine));
        assertEquals(16, found().size(), "stopped where the note was stale");
        world.run(world.deliveries, theirs);
        assertEquals(
                expected,
                new HashSet<>(found().stream()
                        .flatMap(pack -> pack.tasks().stream())
                        .map(task -> task.subscription().name() + " " + Payloads.idOf(task.event()) + " 0")
                        .toList()));
    }

    /** An invocation does not last until the host ends it: after two minutes of putting, another goes on. */
    @Test
    void a_split_that_takes_too_long_is_left_to_the_next_receive() {
        world.refuse(step -> {
            world.pass(step.equals("deliveries.put") ? Duration.ofSeconds(8) : Duration.ZERO);
            return false;
        });
        QueueMessage message = world.receive(world.deliveries);
        world.run(world.deliveries, message);
        assertEquals(16, found().size());
        assertFalse(world.deliveries.delete(message.receipt()), "the note took its place");
        world.forget();
        world.refuseNothing();
        world.run(world.deliveries, receiveBulk(world));
        assertEquals(
                List.of(),
                world.calls("deliveries").stream()
                        .filter(call -> call.equals("deliveries.hide"))
                        .toList(),
                "no failure of ours");
        assertEquals(packs, found().size());
    }

    @Test
    void a_bulk_publish_whose_payload_is_gone_is_counted_and_ends() {
        world.payloads.deleteBefore("9999");
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of(), world.deliveries.bodies());
        assertEquals(Map.of("MissingPayloadCount deliveries", 1L), world.counts);
        assertEquals(1, world.log.size());
    }

    @Test
    void a_payload_that_cannot_be_read_is_not_taken_for_gone() {
        world.refuse("payloads.get");
        assertFalse(world.invoke(world.deliveries));
        assertInstanceOf(
                Message.Bulk.class, PackCodec.decode(world.deliveries.bodies().get(0)));
        assertEquals(Map.of(), world.counts);
    }

    @Test
    void a_bulk_publish_that_was_begun_goes_on_where_it_was() {
        Message.Bulk bulk =
                (Message.Bulk) PackCodec.decode(world.deliveries.bodies().get(0));
        QueueMessage message = world.receive(world.deliveries);
        world.deliveries.update(message.receipt(), PackCodec.encode(bulk.bulk().after(tasks - 1, 1)), Duration.ZERO);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1, tasks(world.deliveries).size());
    }
}
