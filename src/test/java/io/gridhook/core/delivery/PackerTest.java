package io.gridhook.core.delivery;

import static io.gridhook.core.delivery.Tasks.SUBSCRIPTION;
import static io.gridhook.core.delivery.Tasks.eachSeed;
import static io.gridhook.core.delivery.Tasks.eventGrid;
import static io.gridhook.core.delivery.Tasks.inline;
import static io.gridhook.core.delivery.Tasks.task;
import static io.gridhook.core.delivery.Tasks.tasks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.retry.DeadLetterReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DESIGN §2: any legal pack can be written again in its fullest state. */
class PackerTest {
    private static final int MESSAGE_BYTES_MAX = 65_536;
    private static final int ROUNDS = 300;

    /** The largest form that anything can take. */
    private static DeliveryPack fullest(List<DeliveryTask> tasks, SplittableRandom random) {
        List<DeliveryTask> full = tasks.stream()
                .map(task -> task.with(new TaskState(
                        TaskState.ATTEMPTS_MAX,
                        Optional.of(Tasks.anyTime(random)),
                        Optional.of(Tasks.pick(random, DeliveryOutcome.values())),
                        999,
                        Optional.of(Tasks.pick(random, DeadLetterReason.values())))))
                .toList();
        return new DeliveryPack(
                Tasks.anyId(random),
                Instant.parse("9999-12-31T23:59:59.9999999Z"),
                Optional.of(Instant.parse("9999-12-31T23:59:59.9999999Z")),
                Long.MAX_VALUE,
                full);
    }

    private static List<DeliveryTask> anyTasks(SplittableRandom random) {
        return Tasks.any(random, 400, random.nextInt(100, 20_000));
    }

    @Test
    void any_legal_pack_can_be_written_again_in_its_fullest_state() {
        eachSeed(ROUNDS, random -> {
            for (List<DeliveryTask> tasks : Packer.split(anyTasks(random))) {
                assertTrue(Packer.fits(tasks));
                DeliveryPack full = fullest(tasks, random);
                assertTrue(Packer.fits(full.tasks()));
                String message = PackCodec.encode(full);
                assertTrue(message.length() <= MESSAGE_BYTES_MAX, () -> message.length() + " bytes");
                assertEquals(new Message.Pack(full), PackCodec.decode(message));
            }
        });
    }

    @Test
    void what_is_counted_is_what_is_written_in_any_state() {
        eachSeed(ROUNDS, random -> {
            List<DeliveryTask> tasks = Tasks.any(random, 20, 2_000);
            long counted = Packer.bytesOf(tasks);
            assertEquals(counted, PackCodec.toBytes(Tasks.anyPack(random, tasks)).length);
            assertEquals(counted, PackCodec.toBytes(fullest(tasks, random)).length);
        });
    }

    @Test
    void splitting_keeps_every_task_in_order_and_no_pack_ends_before_it_must() {
        eachSeed(ROUNDS, random -> {
            List<DeliveryTask> tasks = anyTasks(random);
            List<List<DeliveryTask>> packs = Packer.split(tasks);
            assertEquals(tasks, packs.stream().flatMap(List::stream).toList());
            for (int i = 1; i < packs.size(); i++) {
                List<DeliveryTask> oneMore = new ArrayList<>(packs.get(i - 1));
                oneMore.add(packs.get(i).get(0));
                assertFalse(Packer.fits(oneMore), "pack " + i + " of " + packs.size());
            }
        });
    }

    /** 16,383 groups of base64 behind the version: one byte more is a group more, which does not fit 64 KiB. */
    @Test
    void the_limit_is_the_largest_there_can_be() {
        int overhead = (int) Packer.bytesOf(tasks(1, 200)) - 200;
        List<DeliveryTask> largest = tasks(1, PackCodec.BYTES_MAX - overhead);
        assertEquals(PackCodec.BYTES_MAX, Packer.bytesOf(largest));
        assertTrue(Packer.fits(largest));
        assertEquals(List.of(largest), Packer.split(largest));
        String message = PackCodec.encode(fullest(largest, new SplittableRandom(1)));
        assertTrue(message.length() <= MESSAGE_BYTES_MAX && message.length() + 4 > MESSAGE_BYTES_MAX);

        List<DeliveryTask> tooLarge = tasks(1, PackCodec.BYTES_MAX - overhead + 1);
        assertFalse(Packer.fits(tooLarge));
        assertEquals(
                "task: 49150 bytes (expected: up to 49149)",
                assertThrows(IllegalArgumentException.class, () -> Packer.split(tooLarge))
                        .getMessage());
        assertThrows(
                IllegalArgumentException.class, () -> PackCodec.encode(fullest(tooLarge, new SplittableRandom(1))));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "512, 1", "513, 2", "1024, 2", "1025, 3"})
    void a_pack_has_up_to_512_tasks(int subscribers, int packs) {
        PackedEvent event = inline(eventGrid("e", 100));
        List<DeliveryTask> tasks = new ArrayList<>();
        for (int i = 0; i < subscribers; i++) {
            tasks.add(task(event, new SubscriptionRef("orders", "s" + i, i)));
        }
        assertEquals(packs, Packer.split(tasks).size());
        assertEquals(packs == 1, Packer.fits(tasks));
    }

    @Test
    void an_event_for_several_subscriptions_is_counted_and_written_once() {
        PackedEvent event = inline(eventGrid("e", 40_000));
        List<DeliveryTask> two =
                List.of(task(event, SUBSCRIPTION), task(event, new SubscriptionRef("orders", "to-shipping", 8)));
        assertTrue(Packer.fits(two));
        Message.Pack read = (Message.Pack) PackCodec.decode(
                PackCodec.encode(DeliveryPack.of(Tasks.anyId(new SplittableRandom(1)), Tasks.PUBLISHED, two)));
        PackedEvent first = read.pack().tasks().get(0).event();
        assertSame(first, read.pack().tasks().get(1).event());
    }

    @Test
    void nothing_makes_no_pack() {
        assertEquals(List.of(), Packer.split(List.of()));
    }
}
