package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** A timer that was started and forgotten, in any order, releases what it holds exactly once, and nothing of it stays. */
public class TimerInterleavings {
    private static final DeliveryRound ROUND = new DeliveryRound("r", "deliveries", Optional.empty(), List.of());

    private final VirtualTimers timers = new VirtualTimers();
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger forgotten = new AtomicInteger();
    private final AtomicInteger released = new AtomicInteger();
    private final Timer timer = new Timer(Timer.Kind.BUDGET, ROUND, ROUND, "r");

    @Operation
    public void start() {
        started.incrementAndGet();
        Runnable forget = timers.after(Duration.ofSeconds(1), () -> {});
        timer.started(() -> {
            released.incrementAndGet();
            forget.run();
        });
    }

    @Operation
    public void forget() {
        forgotten.incrementAndGet();
        timer.forget();
    }

    @Operation
    public void fire() {
        timers.runOne();
    }

    @Validate
    public void all_is_released_once_if_it_was_forgotten() {
        if (released.get() != Math.min(started.get(), forgotten.get())) {
            throw new IllegalStateException("released: " + released.get());
        }
        if (forgotten.get() > 0 && timers.runOne()) {
            throw new IllegalStateException("a forgotten timer is still held");
        }
    }

    @Test
    void a_forgotten_timer_releases_what_it_holds_once() {
        ModelCheck.of(getClass())
                .threads("start()", "forget()")
                .threads("start()", "forget()", "fire()")
                .holds();
    }
}
