package io.gridhook.app;

import io.gridhook.port.DeliveryQueue;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Whether storage answers, for those who cannot wait for it. However many ask, storage is asked once at a time. */
public final class StorageCheck {
    /** Ours: with the call around it less than the 2 s within which {@code /health} is to answer. */
    private static final Duration PATIENCE = Duration.ofMillis(1_500);

    private final DeliveryQueue probe;
    private final Executor executor;
    private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null);

    /** {@code probe} is asked for its length by {@code executor}. */
    public StorageCheck(DeliveryQueue probe, Executor executor) {
        this.probe = probe;
        this.executor = executor;
    }

    /** Whether it does, within 1.5 s. */
    public boolean answers() {
        try {
            ask().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException | RejectedExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private synchronized CompletableFuture<Void> ask() {
        if (asked.isDone()) {
            asked = CompletableFuture.runAsync(probe::approximateMessageCount, executor);
        }
        return asked;
    }
}
