package io.gridhook.app;

import io.gridhook.port.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Timers whose time comes when a thread of the test says so. The clock then goes on by as much as the longest of them waits. */
final class VirtualTimers implements Timers {
    private static final Duration STEP = Duration.ofMinutes(5);
    /** More than any class of the project sets one after the other. */
    private static final int ROUNDS_MAX = 20;

    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private Instant now = Instant.EPOCH;

    synchronized Instant now() {
        return now;
    }

    @Override
    public synchronized Runnable after(Duration delay, Runnable task) {
        waiting.add(task);
        return () -> cancel(task);
    }

    private synchronized void cancel(Runnable task) {
        waiting.remove(task);
    }

    /** Runs one timer, if there is any. */
    boolean runOne() {
        Runnable next;
        synchronized (this) {
            next = waiting.poll();
            now = now.plus(STEP);
        }
        if (next != null) {
            next.run();
        }
        return next != null;
    }

    /** Runs timers until there are none, or one sets the next for ever. */
    void runAll() {
        for (int i = 0; i < ROUNDS_MAX; i++) {
            if (!runOne()) {
                return;
            }
        }
    }
}
