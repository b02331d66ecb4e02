package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import io.gridhook.port.StorageUnavailableException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Concurrent callers share one run, nobody waits for a run that is over, and no caller after a change shares a run from before it. */
public class SingleFlightInterleavings {
    private final SingleFlight flight = new SingleFlight("not read");
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicInteger forgotten = new AtomicInteger();
    private final AtomicInteger seen = new AtomicInteger();

    private void read() {
        int others = running.getAndIncrement();
        int now = changes.get();
        if (others > changes.get()) {
            throw new IllegalStateException("runs at a time: " + (others + 1));
        }
        running.decrementAndGet();
        seen.accumulateAndGet(now, Math::max);
    }

    @Operation
    public void run() {
        int before = forgotten.get();
        try {
            flight.run(this::read, () -> false);
        } catch (StorageUnavailableException e) {
            // It shared a run that failed.
            return;
        }
        if (seen.get() < before) {
            throw new IllegalStateException("shared a run that began before change " + before);
        }
    }

    @Operation
    public void runOrGoOn() {
        flight.run(this::read, () -> true);
    }

    @Operation
    public void change() {
        changes.incrementAndGet();
        flight.forget();
        forgotten.incrementAndGet();
    }

    @Operation
    public void fail() {
        try {
            flight.run(
                    () -> {
                        throw new AssertionError("simulated");
                    },
                    () -> true);
        } catch (AssertionError e) {
            // Thrown on to the caller that ran it.
        }
    }

    @Validate
    public void the_next_caller_runs() {
        AtomicBoolean isRun = new AtomicBoolean();
        flight.run(() -> isRun.set(true), () -> true);
        if (!isRun.get()) {
            throw new IllegalStateException("a run that is over is still shared");
        }
    }

    @Test
    void concurrent_callers_share_one_run() {
        ModelCheck.of(getClass())
                .threads("run() run()", "run()")
                .threads("run()", "runOrGoOn()", "run()")
                .holds();
    }

    @Test
    void a_caller_after_a_change_does_not_share_a_run_from_before_it() {
        ModelCheck.of(getClass()).threads("run()", "change() run()").holds();
    }

    @Test
    void a_run_that_throws_an_error_leaves_nobody_waiting() {
        ModelCheck.of(getClass())
                .threads("fail()", "run()")
                .threads("fail()", "run()", "change()")
                .holds();
    }
}
