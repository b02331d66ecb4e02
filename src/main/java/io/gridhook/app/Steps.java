package io.gridhook.app;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs steps one after the other, in the order in which they came, on one thread at a time of an executor's. Those that come while
 * one is being worked on are that thread's as well: the answers to a pack's POSTs, which come together, wake one thread and not
 * one each.
 */
final class Steps {
    private final Executor executor;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isRunning = new AtomicBoolean();

    Steps(Executor executor) {
        this.executor = executor;
    }

    /**
     * Runs {@code step} after those that came before it.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the executor was shut down; what waits then waits for the next step
     */
    void soon(Runnable step) {
        waiting.add(step);
        start();
    }

    private void start() {
        if (!isRunning.compareAndSet(false, true)) {
            return;
        }
        boolean isStarted = false;
        try {
            executor.execute(this::run);
            isStarted = true;
        } finally {
            if (!isStarted) {
                isRunning.set(false);
            }
        }
    }

    /** What a step throws ends this thread, and not those that wait: another goes on with them. */
    private void run() {
        try {
            for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
                next.run();
            }
        } finally {
            isRunning.set(false);
            // Whoever came after the last look, and saw it running.
            if (!waiting.isEmpty()) {
                start();
            }
        }
    }
}
