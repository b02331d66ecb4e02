package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventAttributes;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterStore.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Every event is written once, in the end by a timer, and its room is free again. */
public class DeliveredKeeperInterleavings {
    private static final DeadLetterDestination DESTINATION = new DeadLetterDestination("/storageAccounts/a", "c");
    private static final Event EVENT = new Event(
            EventSchema.EVENT_GRID,
            JsonText.of("{\"id\":\"e\"}"),
            new EventAttributes("e", "/topics/orders", "t", "s", "2020-01-01T00:00:00Z", "1"));
    private static final DeliveryTask TASK = new DeliveryTask(
            new PackedEvent(new PackedEvent.Inline(EVENT), Instant.EPOCH),
            new SubscriptionRef("orders", "billing", 1),
            TaskState.NEW);

    private final VirtualTimers timers = new VirtualTimers();
    private final AtomicInteger kept = new AtomicInteger();
    private final AtomicInteger written = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger(1);
    private final DeliveredKeeper keeper = new DeliveredKeeper(
            Optional.of(DESTINATION),
            (destination, name, content) -> write(content),
            new NoMetrics(),
            timers::now,
            () -> new UUID(0, 1),
            timers,
            Runnable::run);

    /** Refuses the first blob. */
    private Result write(byte[] content) {
        if (refusals.getAndDecrement() > 0) {
            return Result.REFUSED;
        }
        written.addAndGet(eventsOf(content));
        return Result.WRITTEN;
    }

    private static int eventsOf(byte[] content) {
        return new String(content, StandardCharsets.UTF_8).split("\"id\":", -1).length - 1;
    }

    @Operation
    public void keep() {
        kept.incrementAndGet();
        keeper.keep(TASK, EVENT);
    }

    @Operation
    public void timer() {
        timers.runOne();
    }

    @Operation
    public void save() {
        int unused = keeper.save(Duration.ofHours(1));
    }

    @Validate
    public void every_event_was_written_once() {
        timers.runAll();
        int left = keeper.save(Duration.ZERO);
        if (written.get() != kept.get() || left != 0) {
            throw new IllegalStateException("written: " + written.get() + " of " + kept.get() + ", left: " + left);
        }
    }

    @Test
    void every_event_is_written_once() {
        ModelCheck.of(getClass())
                .ignoring("io.gridhook.core.", "com.fasterxml.", "java.time.")
                .threadsAfter("keep()", "timer()", "keep()")
                .holds();
        ModelCheck.of(getClass())
                .ignoring("io.gridhook.core.", "com.fasterxml.", "java.time.")
                .withAtomicCollections()
                .threadsAfter("keep()", "timer() keep()", "timer()")
                .threadsAfter("keep()", "save()", "keep() timer()")
                .holds();
    }
}
