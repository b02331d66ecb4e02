package io.gridhook.core.delivery;

import io.gridhook.core.delivery.PackedEvent.Inline;
import io.gridhook.core.delivery.PackedEvent.Kept;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.retry.DeadLetterReason;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format of queue messages: {@code G1.} and base64 of a binary pack. Text, because the host hands a message over as a string;
 * base64, because a queue message is XML, which cannot carry every character of JSON; the version stands outside, so that it can be
 * read before anything else is. The state of a task takes the same room whatever it is, so a pack that fitted once fits again.
 * Traces stand where older versions read past them ({@link PackedTrace}).
 */
public final class PackCodec {
    /** The binary bytes that fit a 64 KiB message: 16,383 groups of 4 characters of 3 bytes, behind {@code G1.} */
    public static final int BYTES_MAX = 16_383 * 3;

    private static final String PREFIX = "G1.";
    /** Of packs that name domains or their topics: to instances that know none, those are certain to be gone, and their events dropped. */
    private static final String DOMAINS_PREFIX = "G2.";
    /** Of packs with a task that a pause held back: instances that know none could not read what came of it. */
    private static final String PAUSED_PREFIX = "G3.";

    private static final Pattern ANY_VERSION = Pattern.compile("G(\\d{1,9})\\..*", Pattern.DOTALL);
    private static final byte PACK = 1;
    private static final byte BULK = 2;
    /** A pack that names domains or their topics, otherwise the same. In a payload it is what keeps older instances from reading it. */
    private static final byte DOMAINS_PACK = 3;
    /** A pack with a task that a pause held back, of domains or not, otherwise the same. */
    private static final byte PAUSED_PACK = 4;

    private static final Optional<DeliveryOutcome> PAUSED = Optional.of(DeliveryOutcome.PAUSED);
    private static final byte INLINE = 1;
    private static final byte KEPT = 2;
    private static final long NONE = Long.MIN_VALUE;

    private static final int HEADER_BYTES = 1 + 2 * Long.BYTES + 3 * Long.BYTES + 3 * Integer.BYTES;
    private static final int EVENT_BYTES_MIN = Long.BYTES + 1;
    private static final int SUBSCRIPTION_BYTES_MIN = 2 * Integer.BYTES + Long.BYTES;
    static final int TASK_BYTES = 2 * Integer.BYTES + Short.BYTES + Long.BYTES + 1 + Short.BYTES + 1;

    private PackCodec() {}

    /** The message for {@code pack}; the caller made sure that it {@link Packer#fits}. */
    public static String encode(DeliveryPack pack) {
        return encode(toBytes(pack));
    }

    /** The message for {@code bulk}. */
    public static String encode(BulkPublish bulk) {
        ByteBuffer out = ByteBuffer.allocate(1 + 3 * Long.BYTES + Integer.BYTES + Wire.textLength(bulk.payloadName()));
        out.put(BULK);
        writeId(out, bulk.id());
        out.putLong(bulk.settledReceives());
        out.putInt(bulk.tasksPut());
        Wire.writeText(out, bulk.payloadName());
        return encode(out.array());
    }

    private static String encode(byte[] bytes) {
        if (bytes.length > BYTES_MAX) {
            throw new IllegalArgumentException(
                    "message: " + bytes.length + " bytes (expected: up to " + BYTES_MAX + ")");
        }
        return prefix(bytes[0]) + Base64.getEncoder().encodeToString(bytes);
    }

    private static String prefix(byte kind) {
        return switch (kind) {
            case DOMAINS_PACK -> DOMAINS_PREFIX;
            case PAUSED_PACK -> PAUSED_PREFIX;
            default -> PREFIX;
        };
    }

    /** Reads a message; never throws for what it says. */
    public static Message decode(String text) {
        boolean isKnown = text.startsWith(PREFIX) || text.startsWith(DOMAINS_PREFIX) || text.startsWith(PAUSED_PREFIX);
        if (!isKnown) {
            Matcher other = ANY_VERSION.matcher(text);
            return other.matches()
                    ? new Message.UnknownVersion(other.group(1))
                    : new Message.Unreadable("no version (expected: " + PREFIX + "…)");
        }
        try {
            ByteBuffer armour =
                    ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)).position(PREFIX.length());
            ByteBuffer in = Base64.getDecoder().decode(armour);
            byte kind = in.get();
            if (!text.startsWith(prefix(kind))) {
                return new Message.Unreadable("kind: " + kind + " in a message of another version");
            }
            return kind == BULK
                    ? new Message.Bulk(readBulk(in))
                    : new Message.Pack(readPack(in.rewind(), "", Integer.MAX_VALUE));
        } catch (IllegalArgumentException | ArithmeticException | BufferUnderflowException e) {
            return new Message.Unreadable(String.valueOf(e.getMessage()));
        }
    }

    /** The binary form of a pack of any size, for a payload blob. */
    public static byte[] toBytes(DeliveryPack pack) {
        Map<SubscriptionRef, Integer> subscriptions = new LinkedHashMap<>();
        int size = HEADER_BYTES + pack.tasks().size() * TASK_BYTES;
        for (DeliveryTask task : pack.tasks()) {
            if (subscriptions.putIfAbsent(task.subscription(), subscriptions.size()) == null) {
                size = Math.addExact(size, length(task.subscription()));
            }
        }
        IdentityHashMap<PackedEvent, Integer> places = new IdentityHashMap<>();
        List<PackedEvent> entries = entries(pack, places);
        for (PackedEvent entry : entries) {
            size = Math.addExact(size, length(entry));
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        writeHeader(out, kind(pack, subscriptions.keySet()), pack);
        out.putInt(subscriptions.size());
        subscriptions.keySet().forEach(subscription -> writeSubscription(out, subscription));
        out.putInt(entries.size());
        entries.forEach(entry -> writeEvent(out, entry));
        out.putInt(pack.tasks().size());
        for (DeliveryTask task : pack.tasks()) {
            out.putInt(places.getOrDefault(task.event(), -1));
            out.putInt(subscriptions.getOrDefault(task.subscription(), -1));
            writeState(out, task.state());
        }
        return out.array();
    }

    /** Each event once, in the order of the tasks as far as their traces leave it; and these. Their places are put into {@code places}. */
    private static List<PackedEvent> entries(DeliveryPack pack, IdentityHashMap<PackedEvent, Integer> places) {
        List<PackedEvent> events = new ArrayList<>();
        for (DeliveryTask task : pack.tasks()) {
            if (places.putIfAbsent(task.event(), events.size()) == null) {
                events.add(task.event());
            }
        }
        List<PackedEvent> entries = PackedTrace.withTraces(events);
        for (int i = 0; i < entries.size(); i++) {
            places.put(entries.get(i), i);
        }
        return entries;
    }

    private static byte kind(DeliveryPack pack, Set<SubscriptionRef> subscriptions) {
        boolean isPaused = pack.tasks().stream()
                .anyMatch(task -> task.state().lastOutcome().equals(PAUSED));
        if (isPaused) {
            return PAUSED_PACK;
        }
        return subscriptions.stream().anyMatch(SubscriptionRef::isOfDomain) ? DOMAINS_PACK : PACK;
    }

    /**
     * Reads back what {@link #toBytes} wrote into the payload blob {@code payloadName}. Events of more than {@link
     * Packer#INLINE_BYTES_MAX} bytes come as references into that blob.
     *
     * @throws IllegalArgumentException if it is no such thing
     */
    public static DeliveryPack fromPayload(String payloadName, byte[] content) {
        try {
            return readPack(ByteBuffer.wrap(content), payloadName, Packer.INLINE_BYTES_MAX);
        } catch (ArithmeticException | BufferUnderflowException e) {
            throw new IllegalArgumentException("payload " + payloadName + ": " + e, e);
        }
    }

    /**
     * The same pack with its events left in the payload blob {@code payloadName}, where {@link #toBytes} of it is: those of more than
     * {@code inlineMax} bytes are references into that blob. With {@link Packer#INLINE_BYTES_MAX} it is what {@link #fromPayload} reads;
     * with 0 a message holds the most of them.
     */
    public static DeliveryPack leftIn(String payloadName, DeliveryPack pack, int inlineMax) {
        Set<SubscriptionRef> subscriptions = new HashSet<>();
        long at = HEADER_BYTES - Integer.BYTES;
        for (DeliveryTask task : pack.tasks()) {
            at += subscriptions.add(task.subscription()) ? length(task.subscription()) : 0;
        }
        IdentityHashMap<PackedEvent, PackedEvent> left = new IdentityHashMap<>();
        for (PackedEvent entry : entries(pack, new IdentityHashMap<>())) {
            left.put(entry, leftIn(payloadName, entry, at + EVENT_BYTES_MIN, inlineMax));
            at += length(entry);
        }
        return pack.withTasks(pack.tasks().stream()
                .map(task -> task.with(left.getOrDefault(task.event(), task.event())))
                .toList());
    }

    private static PackedEvent leftIn(String payloadName, PackedEvent event, long offset, int inlineMax) {
        int length = length(event) - EVENT_BYTES_MIN;
        return event.payload()
                .match(
                        inline -> length > inlineMax ? event.with(new Kept(payloadName, offset, length)) : event,
                        kept -> event);
    }

    /**
     * The one event in {@code length} bytes of {@code content} from {@code offset} on, which a {@link Kept} names in a payload blob; empty
     * if it is not there.
     *
     * @param offset 0 or more
     * @param length 1 or more
     */
    public static Optional<Event> readKept(byte[] content, int offset, int length) {
        if (offset > content.length - length) {
            return Optional.empty();
        }
        try {
            return Optional.of(EventCodec.read(ByteBuffer.wrap(content, offset, length)));
        } catch (IllegalArgumentException | BufferUnderflowException | InvalidEventException e) {
            return Optional.empty();
        }
    }

    static int headerLength() {
        return HEADER_BYTES;
    }

    static int length(SubscriptionRef subscription) {
        return Wire.textLength(subscription.topic()) + Wire.textLength(subscription.name()) + Long.BYTES;
    }

    static int length(PackedEvent event) {
        return EVENT_BYTES_MIN
                + event.payload()
                        .match(
                                inline -> EventCodec.length(inline.event()),
                                kept -> Wire.textLength(kept.name()) + Long.BYTES + Integer.BYTES);
    }

    private static void writeHeader(ByteBuffer out, byte kind, DeliveryPack pack) {
        out.put(kind);
        writeId(out, pack.id());
        out.putLong(Wire.ticks(pack.due()));
        out.putLong(pack.firstRefusedAt().map(Wire::ticks).orElse(NONE));
        out.putLong(pack.settledReceives());
    }

    /** Events of more than {@code inlineMax} bytes become references into the payload. */
    private static DeliveryPack readPack(ByteBuffer in, String payloadName, int inlineMax) {
        byte kind = in.get();
        if (kind != PACK && kind != DOMAINS_PACK && kind != PAUSED_PACK) {
            throw new IllegalArgumentException("kind: " + kind + " (expected: 1 to 4)");
        }
        UUID id = readId(in);
        Instant due = Wire.instant(in.getLong());
        Optional<Instant> firstRefusedAt = readInstant(in);
        long settledReceives = in.getLong();
        List<SubscriptionRef> subscriptions = new ArrayList<>();
        for (int left = Wire.readCount(in, SUBSCRIPTION_BYTES_MIN); left > 0; left--) {
            subscriptions.add(new SubscriptionRef(Wire.readText(in), Wire.readText(in), in.getLong()));
        }
        List<PackedEvent> events = new ArrayList<>();
        Optional<TraceContext> trace = Optional.empty();
        for (int left = Wire.readCount(in, EVENT_BYTES_MIN); left > 0; left--) {
            PackedEvent entry = readEvent(in, payloadName, inlineMax, trace);
            trace = PackedTrace.isTrace(entry) ? PackedTrace.read(entry) : trace;
            events.add(entry);
        }
        List<DeliveryTask> tasks = new ArrayList<>();
        for (int left = Wire.readCount(in, TASK_BYTES); left > 0; left--) {
            tasks.add(new DeliveryTask(pickEvent(events, in), pick(subscriptions, in.getInt()), readState(in)));
        }
        expectEnd(in);
        return new DeliveryPack(id, due, firstRefusedAt, settledReceives, tasks);
    }

    private static BulkPublish readBulk(ByteBuffer in) {
        UUID id = readId(in);
        long settledReceives = in.getLong();
        int tasksPut = in.getInt();
        String payloadName = Wire.readText(in);
        expectEnd(in);
        return new BulkPublish(id, payloadName, tasksPut, settledReceives);
    }

    private static void expectEnd(ByteBuffer in) {
        if (in.hasRemaining()) {
            throw new IllegalArgumentException(in.remaining() + " bytes too many");
        }
    }

    private static void writeEvent(ByteBuffer out, PackedEvent event) {
        out.putLong(Wire.ticks(event.publishTime()));
        event.payload()
                .match(
                        inline -> {
                            EventCodec.write(inline.event(), out.put(INLINE));
                            return out;
                        },
                        kept -> {
                            Wire.writeText(out.put(KEPT), kept.name());
                            return out.putLong(kept.offset()).putInt(kept.length());
                        });
    }

    private static PackedEvent readEvent(
            ByteBuffer in, String payloadName, int inlineMax, Optional<TraceContext> trace) {
        Instant publishTime = Wire.instant(in.getLong());
        byte kind = in.get();
        if (kind == KEPT) {
            return new PackedEvent(new Kept(Wire.readText(in), in.getLong(), in.getInt()), publishTime, trace);
        }
        if (kind != INLINE) {
            throw new IllegalArgumentException("event kind: " + kind + " (expected: 1 or 2)");
        }
        int offset = in.position();
        Event event = EventCodec.read(in);
        int length = in.position() - offset;
        return new PackedEvent(
                length > inlineMax ? new Kept(payloadName, offset, length) : new Inline(event), publishTime, trace);
    }

    private static void writeSubscription(ByteBuffer out, SubscriptionRef subscription) {
        Wire.writeText(out, subscription.topic());
        Wire.writeText(out, subscription.name());
        out.putLong(subscription.generation());
    }

    private static void writeState(ByteBuffer out, TaskState state) {
        out.putShort((short) state.attempts());
        out.putLong(state.lastAttemptTime().map(Wire::ticks).orElse(NONE));
        out.put(state.lastOutcome().map(outcome -> (byte) outcome.code()).orElse((byte) 0));
        out.putShort((short) state.lastHttpStatus());
        out.put(state.reason().map(reason -> (byte) reason.code()).orElse((byte) 0));
    }

    private static TaskState readState(ByteBuffer in) {
        int attempts = Short.toUnsignedInt(in.getShort());
        Optional<Instant> lastAttemptTime = readInstant(in);
        byte outcome = in.get();
        int lastHttpStatus = in.getShort();
        byte reason = in.get();
        if (attempts == 0 && lastAttemptTime.isEmpty() && outcome == 0 && lastHttpStatus == 0 && reason == 0) {
            return TaskState.NEW; // a large publish has millions
        }
        return new TaskState(
                attempts,
                lastAttemptTime,
                outcome == 0 ? Optional.empty() : Optional.of(DeliveryOutcome.ofCode(outcome)),
                lastHttpStatus,
                reason == 0 ? Optional.empty() : Optional.of(DeadLetterReason.ofCode(reason)));
    }

    private static Optional<Instant> readInstant(ByteBuffer in) {
        long ticks = in.getLong();
        return ticks == NONE ? Optional.empty() : Optional.of(Wire.instant(ticks));
    }

    private static void writeId(ByteBuffer out, UUID id) {
        out.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    private static UUID readId(ByteBuffer in) {
        return new UUID(in.getLong(), in.getLong());
    }

    private static PackedEvent pickEvent(List<PackedEvent> events, ByteBuffer in) {
        PackedEvent event = pick(events, in.getInt());
        if (PackedTrace.isTrace(event)) {
            throw new IllegalArgumentException("event: a trace (expected: an event)");
        }
        return event;
    }

    private static <T> T pick(List<T> list, int index) {
        if (index < 0 || index >= list.size()) {
            throw new IllegalArgumentException("index: " + index + " (expected: 0.." + (list.size() - 1) + ")");
        }
        return list.get(index);
    }
}
