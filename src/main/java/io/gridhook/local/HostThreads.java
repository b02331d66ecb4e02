package io.gridhook.local;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of pumps and timers: as many as run, as in the Java worker (functions-runtime §0.6); host.json bounds how many that is.
 */
final class HostThreads implements Scheduler, AutoCloseable {
    private final ExecutorService workers = Executors.newCachedThreadPool(named("gridhook-function-"));
    private final ScheduledThreadPoolExecutor alarms = new ScheduledThreadPoolExecutor(1, named("gridhook-alarm-"));

    HostThreads() {
        alarms.setRemoveOnCancelPolicy(true);
    }

    /** Daemon threads that see the class loader of the app, also inside Maven's process. */
    static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            thread.setContextClassLoader(HostThreads.class.getClassLoader());
            return thread;
        };
    }

    @Override
    public void execute(Runnable task) {
        try {
            workers.execute(task);
        } catch (RejectedExecutionException e) {
            if (!workers.isShutdown()) {
                throw e;
            }
        }
    }

    @Override
    public Pending after(Duration delay, Runnable task) {
        try {
            Future<?> alarm = alarms.schedule(() -> execute(task), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> alarm.cancel(false);
        } catch (RejectedExecutionException e) {
            return () -> {};
        }
    }

    @Override
    public void close() {
        alarms.shutdownNow();
        workers.shutdownNow();
    }
}
