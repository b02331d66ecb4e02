package io.gridhook.app;

import io.gridhook.adapter.memory.InMemoryPayloadStore;
import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventAttributes;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.retry.Jitter;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Every deferred delivery is in one message, whether its line is forgotten while it comes or not. */
public class DeferralsInterleavings {
    private static final Instant NOW = Instant.EPOCH;
    private static final DeliveryTask TASK = new DeliveryTask(
            new PackedEvent(
                    new PackedEvent.Inline(new Event(
                            EventSchema.EVENT_GRID,
                            JsonText.of("{\"id\":\"e\"}"),
                            new EventAttributes("e", "/topics/orders", "t", "s", "2020-01-01T00:00:00Z", "1"))),
                    NOW),
            new SubscriptionRef("orders", "billing", 1),
            TaskState.NEW);
    private static final Deferrals.Destination DESTINATION =
            new Deferrals.Destination("https://billing", NOW.plusSeconds(60), Jitter.NONE);

    private final Messages retries = new Messages();
    private final AtomicInteger deferred = new AtomicInteger();
    private final AtomicInteger durable = new AtomicInteger();
    private final Started started = new Started();
    private final Deferrals deferrals = new Deferrals(
            retries,
            new Payloads(new InMemoryPayloadStore(), Duration.ofDays(1), () -> NOW, () -> new UUID(0, 1)),
            () -> NOW,
            () -> 0,
            started);

    /** The retries queue, as far as it is used: new messages are put, with an event or more in each. */
    private static final class Messages implements DeliveryQueue {
        private final AtomicInteger events = new AtomicInteger();

        @Override
        public Receipt put(String body, Duration visibleAfter) {
            events.addAndGet(
                    ((Message.Pack) PackCodec.decode(body)).pack().tasks().size());
            return new Receipt("id", "receipt");
        }

        @Override
        public Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter) {
            throw new AssertionError("not used");
        }

        @Override
        public Optional<Receipt> hide(Receipt receipt, Duration visibleAfter) {
            throw new AssertionError("not used");
        }

        @Override
        public boolean delete(Receipt receipt) {
            throw new AssertionError("not used");
        }

        @Override
        public List<QueueMessage> receive(int most, Duration lease) {
            throw new AssertionError("not used");
        }

        @Override
        public long approximateMessageCount() {
            throw new AssertionError("not used");
        }
    }

    @Operation
    public void defer() {
        UUID id = new UUID(1, deferred.incrementAndGet());
        var unused = deferrals
                .putOff(DESTINATION, new Deferrals.Part(id, List.of(TASK), Instant.MAX, Optional.empty()))
                .thenRun(durable::incrementAndGet);
    }

    @Operation
    public void write() {
        started.runOne();
    }

    @Validate
    public void every_delivery_is_in_one_message() {
        started.runAll();
        int stored = retries.events.get();
        if (stored != deferred.get() || durable.get() != deferred.get()) {
            throw new IllegalStateException("stored: " + stored + ", told: " + durable.get() + " of " + deferred.get());
        }
    }

    @Test
    void every_deferred_delivery_is_in_one_message() {
        check().threadsAfter("defer()", "write()", "defer()").holds();
        check().withAtomicCollections()
                .threadsAfter("defer()", "write() write()", "defer() defer()")
                .holds();
    }

    private static ModelCheck check() {
        return ModelCheck.of(DeferralsInterleavings.class)
                .ignoring("io.gridhook.core.", "java.time.")
                .interleavings(60);
    }
}
