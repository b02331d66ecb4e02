package io.gridhook.core.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.gridhook.core.event.TraceContext;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces in packs ({@link PackCodecTest} and {@link PackerTest} have them in any pack): what they take, and who reads past them. */
class PackedTraceTest {
    private static final UUID ID = new UUID(1, 2);
    private static final int EVENTS = 1_000;
    /** The profile of the thread itself, and the loading of a class. */
    private static final int NOISE_BYTES = 8_192;

    /** Events with these traces, one digit each, {@code -} for none; each for two subscriptions. */
    private static DeliveryPack pack(String traces) {
        List<DeliveryTask> tasks = new ArrayList<>();
        for (int i = 0; i < traces.length(); i++) {
            int number = Character.digit(traces.charAt(i), 10);
            PackedEvent event = new PackedEvent(
                    new PackedEvent.Inline(Tasks.eventGrid("e" + i)),
                    Tasks.PUBLISHED,
                    number < 0 ? Optional.empty() : Optional.of(Tasks.trace(number)));
            tasks.add(Tasks.task(event, Tasks.SUBSCRIPTION));
            tasks.add(Tasks.task(event, new SubscriptionRef("orders", "audit", 8)));
        }
        return DeliveryPack.of(ID, Tasks.PUBLISHED, tasks);
    }

    @ParameterizedTest
    @CsvSource({"---, 0", "000, 1", "0-0, 1", "012, 3", "01010101, 2", "-2-1-, 2"})
    void each_trace_is_there_once(String traces, int entries) {
        DeliveryPack pack = pack(traces);
        byte[] bytes = PackCodec.toBytes(pack);
        DeliveryPack untraced = pack("-".repeat(traces.length()));
        int more = traces.chars()
                .filter(c -> c != '-')
                .distinct()
                .map(c -> PackedTrace.length(Tasks.trace(c - '0')))
                .sum();
        assertEquals(PackCodec.toBytes(untraced).length + more, bytes.length);
        assertEquals(entries, Older.read(bytes).traces().size());
        assertEquals(pack, PackCodec.fromPayload("p", bytes));
    }

    /** A publish of one event with the longest state there is leaves the most of a message to it. */
    @Test
    void a_trace_takes_little() {
        TraceContext shortest = Tasks.trace(0);
        TraceContext longest = TraceContext.of(
                        shortest.traceparent(),
                        "a=" + "x".repeat(126) + ",b=" + "x".repeat(126) + ",c=" + "x".repeat(126) + ",d="
                                + "x".repeat(123))
                .orElseThrow();
        assertEquals(TraceContext.STATE_CHARS_MAX, longest.tracestate().length());
        assertEquals(90, PackedTrace.length(shortest));
        assertEquals(599, PackedTrace.length(longest));
    }

    /** What messages of version 1 were read with before there were traces, for what follows from it; see PackCodec of that time. */
    private record Older(List<String> traces, List<String> tasks) {
        static Older read(byte[] bytes) {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            assertEquals(1, in.get(), "kind");
            in.position(1 + 5 * Long.BYTES);
            List<SubscriptionRef> subscriptions = new ArrayList<>();
            for (int left = in.getInt(); left > 0; left--) {
                subscriptions.add(new SubscriptionRef(Wire.readText(in), Wire.readText(in), in.getLong()));
            }
            List<String> traces = new ArrayList<>();
            List<String> events = new ArrayList<>();
            for (int left = in.getInt(); left > 0; left--) {
                Instant unused = Wire.instant(in.getLong());
                byte kind = in.get();
                if (kind == 2) {
                    PackedEvent.Kept kept = new PackedEvent.Kept(Wire.readText(in), in.getLong(), in.getInt());
                    traces.add(kept.name());
                    events.add("kept");
                } else {
                    assertEquals(1, kind, "event kind");
                    events.add(EventCodec.read(in).attributes().id());
                }
            }
            List<String> tasks = new ArrayList<>();
            for (int left = in.getInt(); left > 0; left--) {
                String event = events.get(in.getInt());
                tasks.add(event + " " + subscriptions.get(in.getInt()).name());
                in.position(in.position() + PackCodec.TASK_BYTES - 2 * Integer.BYTES);
            }
            assertEquals(0, in.remaining(), "bytes too many");
            return new Older(traces, tasks);
        }
    }

    @ParameterizedTest
    @CsvSource({"-", "0", "0-1", "10-01-2"})
    void who_knows_no_traces_reads_past_them(String traces) {
        String message = PackCodec.encode(pack(traces));
        assertTrue(message.startsWith("G1."), message);
        Older older = Older.read(Base64.getDecoder().decode(message.substring("G1.".length())));
        assertEquals(
                IntStream.range(0, traces.length())
                        .boxed()
                        .flatMap(i -> List.of("e" + i + " to-billing", "e" + i + " audit").stream())
                        .toList(),
                older.tasks());
        older.traces().forEach(trace -> assertTrue(trace.startsWith("trace:00-"), trace));
    }

    /** Damage, not a pack of ours: a task whose event is a trace. */
    @Test
    void a_trace_is_no_event() {
        byte[] bytes = PackCodec.toBytes(pack("0"));
        ByteBuffer.wrap(bytes).putInt(bytes.length - PackCodec.TASK_BYTES, 0);
        assertThrows(IllegalArgumentException.class, () -> PackCodec.fromPayload("p", bytes));
        String message = "G1." + Base64.getEncoder().encodeToString(bytes);
        assertInstanceOf(Message.Unreadable.class, PackCodec.decode(message));
    }

    /** Its events are delivered without it. */
    @Test
    void a_damaged_trace_is_none() {
        byte[] bytes = PackCodec.toBytes(pack("0"));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        bytes[text.indexOf("trace:") + "trace:".length()] = 'x';
        assertEquals(pack("-"), PackCodec.fromPayload("p", bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "-,    -, ''",
        "---,  -, ''",
        "0,    0, 0",
        "000,  0, 0",
        // One trace, by its id: the first is the parent.
        "012,  0, 012",
        "210,  2, 210",
        "0-,   -, 0",
        "-0,   -, 0",
        "09,   -, 09",
    })
    void a_post_has_a_parent_where_its_events_share_a_trace(String traces, String parent, String links) {
        PostTraces of = PostTraces.of(traces.chars().boxed().toList(), PackedTraceTest::traceOf);
        assertEquals(traceOf(parent.charAt(0)), of.parent());
        assertEquals(links.chars().boxed().map(c -> traceOf(c).orElseThrow()).toList(), of.links());
    }

    private static Optional<TraceContext> traceOf(int name) {
        if (name == '9') {
            return TraceContext.of("00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "");
        }
        return name == '-' ? Optional.empty() : Optional.of(Tasks.trace(name - '0'));
    }

    @Test
    void a_span_has_128_links() {
        List<Optional<TraceContext>> traces = IntStream.range(0, 5_000)
                .mapToObj(i -> TraceContext.of(
                        "00-0af7651916cd43dd8448eb211c80319c-" + String.format("%016x", i + 1) + "-01", ""))
                .toList();
        PostTraces of = PostTraces.of(traces, Function.identity());
        assertEquals(PostTraces.LINKS_MAX, of.links().size());
        assertEquals(traces.get(0), of.parent());
    }

    @Test
    void events_without_a_trace_cost_no_memory_for_traces() {
        List<Optional<TraceContext>> none = Collections.nCopies(EVENTS, Optional.empty());
        List<PackedEvent> events =
                pack("-".repeat(10)).tasks().stream().map(DeliveryTask::event).toList();
        Runnable work = () -> {
            for (int i = 0; i < EVENTS; i++) {
                assertSame(PostTraces.NONE, PostTraces.of(none, Function.identity()));
                assertSame(events, PackedTrace.withTraces(events));
            }
        };
        work.run();
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        work.run();
        long allocated = thread.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated <= NOISE_BYTES, () -> allocated + " bytes");
    }
}
