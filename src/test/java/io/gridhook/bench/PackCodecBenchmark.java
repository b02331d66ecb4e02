package io.gridhook.bench;

import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.Packer;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.filter.Filtering;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Pack: what a queue message costs to write and to read. One operation is one message. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PackCodecBenchmark {
    @Param({"1", "64"})
    public int events;

    private List<DeliveryTask> tasks;
    private DeliveryPack pack;
    private String message;

    @Setup
    public void prepare() {
        SubscriptionRef subscription = new SubscriptionRef("orders", "to-billing", 7);
        tasks = IntStream.range(0, events)
                .mapToObj(i -> new DeliveryTask(packed(i), subscription, TaskState.NEW))
                .toList();
        pack = DeliveryPack.of(new UUID(1, 2), Instant.EPOCH, tasks);
        message = PackCodec.encode(pack);
        if (!PackCodec.decode(message).equals(new Message.Pack(pack))) {
            throw new IllegalStateException("what was read is not what was written");
        }
    }

    private static PackedEvent packed(int i) {
        return new PackedEvent(
                new PackedEvent.Inline(Filtering.event(EventSchema.EVENT_GRID, BenchEvents.eventGrid(i))),
                Instant.EPOCH);
    }

    /** Whether it fits is asked before each. */
    @Benchmark
    public boolean fits() {
        return Packer.fits(tasks);
    }

    @Benchmark
    public String encode() {
        return PackCodec.encode(pack);
    }

    @Benchmark
    public Message decode() {
        return PackCodec.decode(message);
    }
}
