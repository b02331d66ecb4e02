package io.gridhook.bench;

import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.filter.Filtering;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Compression of packs, which are not compressed: what it would cost. One operation is one pack of events of the corpus, of a kilobyte
 * each, with the JDK's deflate at a level.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PackCompressionBenchmark {
    @Param({"1", "44", "70"})
    public int events;

    @Param({"1", "6"})
    public int level;

    private byte[] plain;
    private byte[] packed;

    @Setup
    public void prepare() {
        plain = pack(events);
        packed = deflate();
        if (!Arrays.equals(plain, inflate())) {
            throw new IllegalStateException("what was read is not what was written");
        }
    }

    @Benchmark
    public byte[] deflate() {
        Deflater deflater = new Deflater(level, true);
        try {
            deflater.setInput(plain);
            deflater.finish();
            byte[] out = new byte[plain.length + 64];
            return Arrays.copyOf(out, deflater.deflate(out));
        } finally {
            deflater.end();
        }
    }

    @Benchmark
    public byte[] inflate() {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
            byte[] out = new byte[plain.length];
            int length = inflater.inflate(out);
            return length == out.length ? out : Arrays.copyOf(out, length);
        } catch (DataFormatException e) {
            throw new IllegalStateException(e);
        } finally {
            inflater.end();
        }
    }

    /** The binary form of a pack of so many events of the corpus, for one subscription. */
    static byte[] pack(int events) {
        SubscriptionRef subscription = new SubscriptionRef("orders", "to-billing", 7);
        List<String> corpus = Corpus.read().events();
        return PackCodec.toBytes(DeliveryPack.of(
                new UUID(1, 2),
                Instant.EPOCH,
                IntStream.range(0, events)
                        .mapToObj(i -> new DeliveryTask(
                                new PackedEvent(
                                        new PackedEvent.Inline(
                                                Filtering.event(EventSchema.EVENT_GRID, corpus.get(i % corpus.size()))),
                                        Instant.EPOCH),
                                subscription,
                                TaskState.NEW))
                        .toList()));
    }

    /** How many events of the corpus a message holds, and how many bytes of it. */
    static int eventsThatFit(int level) {
        int events = 1;
        while (events < 160 && bytes(events + 1, level) <= PackCodec.BYTES_MAX) {
            events++;
        }
        return events;
    }

    /** Of a pack at a level of deflate; level 0: as it is. */
    static int bytes(int events, int level) {
        PackCompressionBenchmark benchmark = new PackCompressionBenchmark();
        benchmark.plain = pack(events);
        benchmark.level = level;
        return level == 0 ? benchmark.plain.length : benchmark.deflate().length;
    }
}
