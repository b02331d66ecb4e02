package io.gridhook.core.delivery;

import static io.gridhook.core.delivery.Tasks.eachSeed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.gridhook.core.delivery.PackedEvent.Inline;
import io.gridhook.core.delivery.PackedEvent.Kept;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.retry.DeadLetterReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in queue messages: it comes back as it was, and whatever else comes is told apart and never breaks the reader. */
class PackCodecTest {
    private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    /** Far more than reading any message takes, and far less than a length read from a damaged one could ask for. */
    private static final long ALLOCATION_MAX = 8L << 20;

    private static DeliveryPack pack(Message message) {
        return assertInstanceOf(Message.Pack.class, message).pack();
    }

    private static DeliveryPack anyPack(SplittableRandom random) {
        return Tasks.anyPack(random, Packer.split(Tasks.any(random, 12, 3_000)).get(0));
    }

    @Test
    void a_pack_comes_back_as_it_was() {
        eachSeed(1_000, random -> {
            DeliveryPack pack = anyPack(random);
            String message = PackCodec.encode(pack);
            assertTrue(message.matches("G1\\.[A-Za-z0-9+/=]+"), message);
            DeliveryPack read = pack(PackCodec.decode(message));
            assertEquals(pack, read);
            // The same events are held together again, so the message is the same.
            assertEquals(message, PackCodec.encode(read));
        });
    }

    /** Without a look at the bytes, it is what is read from them; and every event is where its reference says. */
    @Test
    void a_pack_that_is_left_in_a_payload_is_what_is_read_from_it() {
        eachSeed(1_000, random -> {
            DeliveryPack pack = Tasks.anyPack(random, Tasks.any(random, 12, 30_000));
            byte[] content = PackCodec.toBytes(pack);
            DeliveryPack read = PackCodec.fromPayload("payload", content);
            assertEquals(read, PackCodec.leftIn("payload", pack, Packer.INLINE_BYTES_MAX));
            for (int i = 0; i < pack.tasks().size(); i++) {
                PackedEvent event = pack.tasks().get(i).event();
                PackedEvent left =
                        PackCodec.leftIn("payload", pack, 0).tasks().get(i).event();
                boolean isThere = event.payload()
                        .match(
                                inline -> left.payload().match(still -> false, kept -> PackCodec.readKept(
                                                content, (int) kept.offset(), kept.length())
                                        .equals(Optional.of(inline.event()))),
                                elsewhere -> event.equals(left));
                assertTrue(isThere, event + " as " + left);
            }
        });
    }

    @Test
    void a_bulk_publish_comes_back_as_it_was() {
        eachSeed(100, random -> {
            BulkPublish bulk = new BulkPublish(
                    Tasks.anyId(random),
                    PayloadNames.of(Tasks.anyTime(random), Tasks.anyId(random)),
                    random.nextInt(Integer.MAX_VALUE),
                    random.nextLong());
            assertEquals(new Message.Bulk(bulk), PackCodec.decode(PackCodec.encode(bulk)));
        });
    }

    /** What is finer than a tenth of a microsecond is cut: an event never expires, nor is a retry due, later than it says. */
    /** To an instance that knows no pauses it would be unreadable, and poison; it puts off what is of a newer version. */
    @ParameterizedTest
    @ValueSource(strings = {"orders", "shops/berlin"})
    void a_pack_with_a_task_that_a_pause_held_back_is_of_version_3(String topic) {
        eachSeed(100, random -> {
            DeliveryPack any = anyPack(random);
            List<DeliveryTask> tasks = new ArrayList<>(any.tasks());
            TaskState state = Tasks.anyState(random).heldBack(DeliveryOutcome.PAUSED);
            DeliveryTask task = Tasks.task(tasks.get(0).event(), new SubscriptionRef(topic, "audit", 7));
            tasks.set(random.nextInt(tasks.size()), task.with(state));
            DeliveryPack pack = DeliveryPack.of(ID, Tasks.PUBLISHED, tasks);
            String message = PackCodec.encode(pack);
            assertTrue(message.startsWith("G3."), message);
            assertEquals(pack, pack(PackCodec.decode(message)));
            for (String older : List.of("G1.", "G2.")) {
                assertInstanceOf(Message.Unreadable.class, PackCodec.decode(older + message.substring(3)));
            }
        });
    }

    /** An instance that knows no domains would drop their events as those of a subscription that is gone. */
    @ParameterizedTest
    @ValueSource(strings = {"shops/", "shops/berlin"})
    void a_pack_that_names_a_domain_or_its_topic_is_of_version_2(String topic) {
        eachSeed(100, random -> {
            DeliveryPack any = anyPack(random);
            List<DeliveryTask> tasks = new ArrayList<>(any.tasks());
            tasks.set(0, Tasks.task(tasks.get(0).event(), new SubscriptionRef(topic, "audit", 7)));
            DeliveryPack pack = DeliveryPack.of(ID, Tasks.PUBLISHED, tasks);
            String message = PackCodec.encode(pack);
            assertTrue(message.startsWith("G2."), message);
            assertEquals(pack, pack(PackCodec.decode(message)));
            String asVersion1 = "G1." + message.substring(3);
            assertInstanceOf(Message.Unreadable.class, PackCodec.decode(asVersion1));
            byte[] payload = PackCodec.toBytes(pack);
            assertEquals(3, payload[0], "which version 1 refuses to read");
            assertEquals(
                    pack.tasks().size(),
                    PackCodec.fromPayload("p", payload).tasks().size());
        });
    }

    @Test
    void times_are_kept_to_100_nanoseconds() {
        PackedEvent event =
                new PackedEvent(new Inline(Tasks.cloudEvent("1")), Instant.parse("2026-01-01T00:00:00.123456789Z"));
        DeliveryPack read = pack(PackCodec.decode(PackCodec.encode(DeliveryPack.of(
                ID, Instant.parse("1969-12-31T23:59:59.999999999Z"), List.of(Tasks.task(event, Tasks.SUBSCRIPTION))))));
        assertEquals(
                Instant.parse("2026-01-01T00:00:00.123456700Z"),
                read.tasks().get(0).event().publishTime());
        assertEquals(Instant.parse("1969-12-31T23:59:59.999999900Z"), read.due());
    }

    /** A pack of everything that the format of version 1 holds. */
    private static DeliveryPack everything() {
        SubscriptionRef billing = new SubscriptionRef("orders", "to-billing", 7);
        SubscriptionRef shipping = new SubscriptionRef("Orders-2", "to-Shipping", -8_000_000_000L);
        PackedEvent grid = Tasks.inline(
                Tasks.event(
                        EventSchema.EVENT_GRID,
                        "{\"id\":\"g-1\",\"subject\":\"é€😀\",\"eventType\":\"t\",\"eventTime\":\"2020-01-01T00:00:00Z\","
                                + " \"data\":{\"n\":1.0000, \"e\":1E400},\"dataVersion\":\"\",\"topic\":\"/t\",\"metadataVersion\":\"1\"}"));
        PackedEvent cloud = new PackedEvent(new Inline(Tasks.cloudEvent("c-1")), Instant.EPOCH);
        PackedEvent custom = Tasks.inline(Tasks.custom("u-1"));
        PackedEvent kept = new PackedEvent(
                new Kept("2026-11-20/09/" + ID, 5_000_000_000L, 1_049_600), Instant.parse("2026-11-20T09:00:00Z"));
        Instant tried = Instant.parse("2026-11-20T10:00:00.0000001Z");
        return new DeliveryPack(
                ID,
                Instant.parse("2026-11-21T00:00:00Z"),
                Optional.of(Instant.parse("2026-11-20T23:59:59.9999999Z")),
                42,
                List.of(
                        new DeliveryTask(grid, billing, TaskState.NEW),
                        new DeliveryTask(
                                grid, shipping, TaskState.NEW.attempted(tried, DeliveryOutcome.BAD_REQUEST, 400)),
                        new DeliveryTask(
                                cloud,
                                billing,
                                new TaskState(
                                        TaskState.ATTEMPTS_MAX,
                                        Optional.of(tried),
                                        Optional.of(DeliveryOutcome.GENERIC_ERROR),
                                        999,
                                        Optional.of(DeadLetterReason.UNDELIVERABLE_DUE_TO_CLIENT_ERROR))),
                        new DeliveryTask(
                                custom,
                                shipping,
                                TaskState.NEW
                                        .attempted(tried, DeliveryOutcome.TIMED_OUT, 0)
                                        .givenUp(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED)),
                        new DeliveryTask(kept, billing, TaskState.NEW)));
    }

    /**
     * These files are messages that a version 1 wrote. They are never written anew: a change that cannot read them, or that writes
     * something else under the version number 1, needs another number.
     */
    @Test
    void a_stored_message_of_version_1_stays_readable_for_ever() {
        assertEquals(new Message.Pack(everything()), PackCodec.decode(stored("message-1-pack")));
        assertEquals(stored("message-1-pack"), PackCodec.encode(everything()));
        BulkPublish bulk = new BulkPublish(ID, "2026-11-20/09/" + ID, 48, 3);
        assertEquals(new Message.Bulk(bulk), PackCodec.decode(stored("message-1-bulk")));
        assertEquals(stored("message-1-bulk"), PackCodec.encode(bulk));
    }

    /** Version 1 as well, as older instances read past what it says of traces ({@link PackedTraceTest}). */
    @Test
    void a_stored_message_with_traces_stays_readable_for_ever() {
        List<DeliveryTask> tasks = new ArrayList<>(everything().tasks());
        PackedEvent grid = traced(tasks.get(0).event(), 0);
        tasks.set(0, tasks.get(0).with(grid));
        tasks.set(1, tasks.get(1).with(grid));
        tasks.set(3, tasks.get(3).with(traced(tasks.get(3).event(), 2)));
        tasks.set(4, tasks.get(4).with(traced(tasks.get(4).event(), 0)));
        DeliveryPack pack = everything().withTasks(tasks);
        assertEquals(stored("message-1-traces-pack"), PackCodec.encode(pack));
        assertEquals(new Message.Pack(pack), PackCodec.decode(stored("message-1-traces-pack")));
    }

    private static PackedEvent traced(PackedEvent event, int trace) {
        return new PackedEvent(event.payload(), event.publishTime(), Optional.of(Tasks.trace(trace)));
    }

    /** The same of versions 2 and 3, and of payloads of both kinds. */
    @Test
    void what_was_stored_since_stays_readable_for_ever() {
        DeliveryPack ofDomain = pack(PackCodec.decode(stored("message-2-pack")));
        assertEquals(
                new SubscriptionRef("shops/berlin", "audit", 7),
                ofDomain.tasks().get(0).subscription());
        assertEquals(everything().tasks().subList(1, 5), ofDomain.tasks().subList(1, 5));
        assertEquals(stored("message-2-pack"), PackCodec.encode(ofDomain));
        DeliveryPack paused = pack(PackCodec.decode(stored("message-3-pack")));
        assertEquals(
                Optional.of(DeliveryOutcome.PAUSED),
                paused.tasks().get(paused.tasks().size() - 1).state().lastOutcome());
        assertEquals(stored("message-3-pack"), PackCodec.encode(paused));
        assertEquals(everything(), fromPayload("payload-1"));
        assertEquals(ofDomain, fromPayload("payload-3"));
    }

    private static DeliveryPack fromPayload(String kind) {
        return PackCodec.fromPayload("payload", Base64.getDecoder().decode(stored(kind)));
    }

    /**
     * Numbers that stand in packs. An instance that does not know one cannot read the pack and keeps it for a person, instead of putting it
     * off: so a number more needs a version more, which this list is to remind of.
     */
    @Test
    void a_number_more_needs_a_version_more() {
        assertEquals(
                "1 Delivered, 2 BadRequest, 3 Unauthorized, 4 Forbidden, 5 NotFound, 6 TimedOut, 7 PayloadTooLarge, 8 Busy,"
                        + " 9 SocketError, 10 ResolutionError, 11 GenericError, 12 Probation, 13 Disabled, 14 NotValidated,"
                        + " 15 RateLimited, 16 TokenUnavailable, 17 Paused",
                String.join(
                        ", ",
                        Arrays.stream(DeliveryOutcome.values())
                                .map(each -> each.code() + " " + each.wireName())
                                .toList()));
        assertEquals(
                "1 MaxDeliveryAttemptsExceeded, 2 TimeToLiveExceeded, 3 UndeliverableDueToHttpBadRequest,"
                        + " 4 UndeliverableDueToClientError",
                String.join(
                        ", ",
                        Arrays.stream(DeadLetterReason.values())
                                .map(each -> each.code() + " " + each.wireName())
                                .toList()));
    }

    private static String stored(String kind) {
        String name = "/compatibility/" + kind + ".txt";
        try (InputStream in = PackCodecTest.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new AssertionError(name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "G4.AAAA,              4",
        "G0.,                  0",
        "G10.x,                10",
        "G999999999.anything,  999999999",
        "'G4.two\nlines',      4",
    })
    void a_newer_version_is_known_as_one(String message, String version) {
        assertEquals(new Message.UnknownVersion(version), PackCodec.decode(message));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "G",
                "G1",
                "G.",
                "G1:AAAA",
                "g1.AAAA",
                "{}",
                "G1234567890.x",
                "G-2.x",
                " G2.x",
                "G2.",
                "G2.AQ==",
                "G2.Ag==",
                "G2.Aw==",
                "G3.",
                "G3.AQ==",
                "G3.BA==",
                "hello",
                "G1.",
                "G1.AAA",
                "G1.====",
                "G1.AA AA",
                "G1.Aw==",
                "G1.AQ==",
                "G1.Ag==",
                "G1.é"
            })
    void what_is_no_message_of_ours_is_unreadable(String message) {
        Message.Unreadable unreadable = assertInstanceOf(Message.Unreadable.class, PackCodec.decode(message));
        assertTrue(!unreadable.why().isBlank());
    }

    /**
     * A prefix of a message is never a message. A bulk publish whose payload's name were cut would be taken for one that is long done.
     */
    @Test
    void a_message_cut_short_or_lengthened_is_unreadable() {
        byte[] bulk = Base64.getDecoder().decode(stored("message-1-bulk").substring("G1.".length()));
        for (int length = 0; length < bulk.length; length++) {
            assertInstanceOf(Message.Unreadable.class, decode(Arrays.copyOf(bulk, length)), "cut at " + length);
        }
        assertInstanceOf(Message.Unreadable.class, decode(Arrays.copyOf(bulk, bulk.length + 1)));
        byte[] bytes = PackCodec.toBytes(everything());
        for (int length = 0; length < bytes.length; length++) {
            assertInstanceOf(Message.Unreadable.class, decode(Arrays.copyOf(bytes, length)), "cut at " + length);
        }
        assertInstanceOf(Message.Unreadable.class, decode(Arrays.copyOf(bytes, bytes.length + 1)));
        String message = PackCodec.encode(everything());
        // The fill of base64 says nothing that is not known without it.
        int meant = message.replace("=", "").length();
        for (int length = 0; length < meant; length++) {
            assertInstanceOf(
                    Message.Unreadable.class, PackCodec.decode(message.substring(0, length)), "cut at " + length);
        }
    }

    private static Message decode(byte[] bytes) {
        return PackCodec.decode("G1." + Base64.getEncoder().encodeToString(bytes));
    }

    /** Every bit of a message of everything, one at a time. */
    @Test
    void a_message_with_a_wrong_bit_is_unreadable_or_another_message() {
        byte[] bytes = PackCodec.toBytes(everything());
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << (bit % 8));
            check(damaged, "bit " + bit);
        }
    }

    @Test
    void a_damaged_message_is_unreadable_or_another_message() {
        Set<Class<?>> kinds = new HashSet<>();
        eachSeed(5_000, random -> {
            byte[] bytes = PackCodec.toBytes(anyPack(random));
            ByteBuffer damaged = ByteBuffer.wrap(bytes);
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                switch (random.nextInt(4)) {
                    case 0 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                    case 1 -> damaged.putInt(random.nextInt(bytes.length - 3), anyLength(random));
                    case 2 -> damaged.putLong(random.nextInt(bytes.length - 7), anyLong(random));
                    default -> {
                        int from = random.nextInt(bytes.length);
                        int to = random.nextInt(bytes.length);
                        System.arraycopy(bytes, from, bytes, to, bytes.length - Math.max(from, to));
                    }
                }
            }
            kinds.add(check(bytes, "damaged").getClass());
        });
        if (System.getProperty("seed", "").isBlank()) {
            assertEquals(Set.of(Message.Pack.class, Message.Unreadable.class), kinds);
        }
    }

    @Test
    void noise_is_unreadable_or_a_message() {
        eachSeed(5_000, random -> {
            byte[] noise = new byte[random.nextInt(400)];
            random.nextBytes(noise);
            if (noise.length > 0) {
                noise[0] = (byte) random.nextInt(1, 3);
            }
            check(noise, "noise");
        });
    }

    /** The lengths that damage is most likely to be dangerous in. */
    private static int anyLength(SplittableRandom random) {
        int[] lengths = {-1, 0, 1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x7FFF, 0xFFFF, 1 << 24, random.nextInt()};
        return lengths[random.nextInt(lengths.length)];
    }

    private static long anyLong(SplittableRandom random) {
        long[] values = {-1, 0, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, random.nextLong()};
        return values[random.nextInt(values.length)];
    }

    /** Reads it without an exception and without asking for more memory than a message is worth; and what was read can be written. */
    private static Message check(byte[] bytes, String what) {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        String text = "G1." + Base64.getEncoder().encodeToString(bytes);
        long before = thread.getCurrentThreadAllocatedBytes();
        Message message = PackCodec.decode(text);
        long allocated = thread.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < ALLOCATION_MAX, () -> what + ": allocated " + allocated + " bytes");
        if (message instanceof Message.Pack read && Packer.fits(read.pack().tasks())) {
            assertEquals(message, PackCodec.decode(PackCodec.encode(read.pack())), what);
        }
        return message;
    }

    /** Such a reference would be an exception every time its message is received. */
    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 0", "0, -1", "9223372036854775807, -2147483648"})
    void a_reference_to_no_part_of_a_payload_is_refused(long offset, int length) {
        assertThrows(IllegalArgumentException.class, () -> new Kept("name", offset, length));
    }

    /** Nobody could publish it (the reader bounds nesting), so only damage could make it. */
    @Test
    void json_nested_without_end_is_unreadable() {
        String json = "{\"id\":\"1\",\"data\":" + "[".repeat(30_000);
        PackedEvent event = Tasks.inline(new Event(
                EventSchema.EVENT_GRID, JsonText.of(json), Tasks.cloudEvent("1").attributes()));
        assertInstanceOf(
                Message.Unreadable.class,
                PackCodec.decode(PackCodec.encode(
                        DeliveryPack.of(ID, Tasks.PUBLISHED, List.of(Tasks.task(event, Tasks.SUBSCRIPTION))))));
    }

    @Test
    void large_events_of_a_payload_are_named_and_small_ones_are_read() {
        Event small = Tasks.eventGrid("small", Packer.INLINE_BYTES_MAX - 5);
        Event large = Tasks.eventGrid("large", Packer.INLINE_BYTES_MAX - 4);
        DeliveryPack whole = DeliveryPack.of(
                ID,
                Tasks.PUBLISHED,
                List.of(
                        Tasks.task(Tasks.inline(small), Tasks.SUBSCRIPTION),
                        Tasks.task(Tasks.inline(large), Tasks.SUBSCRIPTION)));
        byte[] content = PackCodec.toBytes(whole);
        DeliveryPack read = PackCodec.fromPayload("2026-11-20/09/name", content);
        assertEquals(whole.tasks().get(0), read.tasks().get(0));
        Kept kept = assertInstanceOf(Kept.class, read.tasks().get(1).event().payload());
        assertEquals("2026-11-20/09/name", kept.name());
        assertEquals(Tasks.PUBLISHED, read.tasks().get(1).event().publishTime());
        int from = (int) kept.offset();
        byte[] part = Arrays.copyOfRange(content, from, from + kept.length());
        assertEquals(Optional.of(large), PackCodec.readKept(part, 0, part.length));
        assertEquals(Optional.of(large), PackCodec.readKept(content, (int) kept.offset(), kept.length()));
        // A message that names it carries the name, not the event.
        DeliveryPack named = pack(PackCodec.decode(PackCodec.encode(read)));
        assertEquals(read, named);
    }

    @Test
    void a_payload_that_is_none_is_said_to_be() {
        byte[] content = PackCodec.toBytes(everything());
        for (int length : new int[] {0, 1, 40, content.length - 1}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> PackCodec.fromPayload("name", Arrays.copyOf(content, length)),
                    "cut at " + length);
        }
    }

    @Test
    void a_payload_has_the_binary_form_of_a_message() {
        byte[] content = PackCodec.toBytes(everything());
        assertArrayEquals(
                content,
                Base64.getDecoder().decode(PackCodec.encode(everything()).substring("G1.".length())));
    }

    @Test
    void states_and_bulk_publishes_have_bounds() {
        for (int attempts : new int[] {-1, 65_536}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new TaskState(attempts, Optional.empty(), Optional.empty(), 0, Optional.empty()));
        }
        for (int status : new int[] {-1, 1_000}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new TaskState(0, Optional.empty(), Optional.empty(), status, Optional.empty()));
        }
        assertThrows(IllegalArgumentException.class, () -> new BulkPublish(ID, "name", -1, 0));
        assertThrows(IllegalArgumentException.class, () -> DeliveryPack.of(ID, Tasks.PUBLISHED, List.of()));
    }
}
