package io.gridhook.app;

import io.gridhook.app.FirstAttemptsRoom.Share;
import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.TaskState;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** At most two packs are in the room at a time, each share is given back once, and none is admitted after a stop. */
public class FirstAttemptsInterleavings {
    private static final int PACKS_MAX = 2;
    private static final List<DeliveryTask> TASKS = List.of(new DeliveryTask(
            new PackedEvent(new PackedEvent.Kept("2026-11-20/12/x", 0, 1), Instant.EPOCH),
            new SubscriptionRef("orders", "billing", 1),
            TaskState.NEW));

    private final FirstAttemptsRoom room = new FirstAttemptsRoom(PACKS_MAX);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    /** The share is given back twice, as by a fault that is met on two ways. */
    @Operation
    public void attempt() {
        Share share = new Share(TASKS);
        if (room.enter(share)) {
            int now = inside.incrementAndGet();
            most.accumulateAndGet(now, Math::max);
            inside.decrementAndGet();
            room.leave(share);
        }
        room.leave(share);
    }

    /** Whether a pack is admitted after the stop. */
    @Operation
    public boolean stop() {
        room.stop();
        return room.enter(new Share(TASKS));
    }

    @Validate
    public void the_room_is_empty() {
        if (!room.isEmpty() || most.get() > PACKS_MAX) {
            throw new IllegalStateException("most: " + most.get());
        }
    }

    @Test
    void each_share_is_given_back_once_and_two_packs_are_the_most() {
        ModelCheck.of(getClass()).threads("attempt()", "attempt() attempt()").holds();
        ModelCheck.of(getClass())
                .withAtomicCollections()
                .threads("attempt()", "attempt()", "attempt()")
                .holds();
    }

    @Test
    void nothing_is_admitted_after_a_stop() {
        ModelCheck.of(getClass()).threads("attempt() attempt()", "stop()").holds();
    }
}
