package io.gridhook.app;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** An executor whose tasks begin when a thread of the test says so. */
final class Started implements Executor {
    private final Deque<Runnable> tasks = new ArrayDeque<>();

    @Override
    public synchronized void execute(Runnable task) {
        tasks.add(task);
    }

    private synchronized Runnable next() {
        Runnable next = tasks.poll();
        return next == null ? () -> {} : next;
    }

    private synchronized boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** Runs the oldest task, if there is any. */
    void runOne() {
        next().run();
    }

    /** Runs all tasks, those that they start included. */
    void runAll() {
        while (!isEmpty()) {
            runOne();
        }
    }
}
