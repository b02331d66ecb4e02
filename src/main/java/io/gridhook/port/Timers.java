package io.gridhook.port;

import java.time.Duration;

/** Lets something happen later in this process. What is waiting is forgotten when the process ends. */
@FunctionalInterface
public interface Timers {
    /**
     * Runs {@code task} once, after {@code delay}; soon, and on any thread.
     *
     * @return forgets the task, and all that it holds in memory; of no effect once it runs
     */
    Runnable after(Duration delay, Runnable task);
}
