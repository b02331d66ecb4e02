package io.gridhook.local;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Runs one timer function at its times, one run at a time; times that pass during a run are left out. */
final class TimerPump {
    private static final Logger LOGGER = Logger.getLogger("Host.Timers");

    /** What the host binds to a timer trigger's parameter. */
    private static final String TIMER_INFO =
            "{\"Schedule\":{\"AdjustForDST\":true},\"ScheduleStatus\":null,\"IsPastDue\":false}";

    private final LocalFunction function;
    private final Ncrontab schedule;
    private final FunctionInvoker invoker;
    private final Scheduler scheduler;
    private final InstantSource clock;
    private Scheduler.@Nullable Pending nextRun;
    private boolean running;
    private boolean stopping;

    TimerPump(
            LocalFunction function,
            Ncrontab schedule,
            FunctionInvoker invoker,
            Scheduler scheduler,
            InstantSource clock) {
        this.function = function;
        this.schedule = schedule;
        this.invoker = invoker;
        this.scheduler = scheduler;
        this.clock = clock;
    }

    void start() {
        plan(clock.instant());
    }

    /** Starts no more runs; one that runs goes on. */
    synchronized void stop() {
        stopping = true;
        if (nextRun != null) {
            nextRun.cancel();
        }
    }

    /** Waits until nothing runs, at most so long; false if it still does. Call {@link #stop} first. */
    synchronized boolean awaitIdle(Duration most) throws InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        while (running) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000 + 1);
        }
        return true;
    }

    private synchronized void plan(Instant after) {
        if (!stopping) {
            Instant now = clock.instant();
            Instant due = schedule.next(after.isAfter(now) ? after : now);
            nextRun = scheduler.after(Duration.between(now, due), () -> run(due));
        }
    }

    private void run(Instant due) {
        if (!begin()) {
            return;
        }
        try {
            invoker.invoke(function, TIMER_INFO, Map.of());
        } catch (FunctionFailedException e) {
            LOGGER.log(Level.SEVERE, "function " + function.name() + " failed", e.getCause());
        } finally {
            end();
            plan(due);
        }
    }

    private synchronized boolean begin() {
        running = !stopping;
        return running;
    }

    private synchronized void end() {
        running = false;
        notifyAll();
    }
}
