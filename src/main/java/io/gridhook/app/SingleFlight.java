package io.gridhook.app;

import io.gridhook.port.StorageUnavailableException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/** Shares work between concurrent callers: one runs it, the others wait for it or go on without. No lock is held meanwhile. */
final class SingleFlight {
    private final String failure;
    private Optional<CompletableFuture<Void>> underWay = Optional.empty();

    /** {@code failure} is the message of the exception for callers whose shared work failed. */
    SingleFlight(String failure) {
        this.failure = failure;
    }

    /**
     * Runs {@code work}, unless another caller does.
     *
     * @param mayGoOn asked while another caller runs it: whether this one need not wait
     * @throws StorageUnavailableException if the work of the other caller failed, however it did
     */
    void run(Runnable work, BooleanSupplier mayGoOn) {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> shared = join(mine);
        if (shared == mine) {
            run(work, mine);
        } else if (!mayGoOn.getAsBoolean()) {
            await(shared);
        }
    }

    private void run(Runnable work, CompletableFuture<Void> waiting) {
        try {
            work.run();
            waiting.complete(null);
        } finally {
            ended(waiting);
            // Without effect on work that is complete.
            waiting.completeExceptionally(new StorageUnavailableException(failure));
        }
    }

    private void await(CompletableFuture<Void> shared) {
        try {
            shared.join();
        } catch (CompletionException e) {
            throw new StorageUnavailableException(failure, e);
        }
    }

    /** Later callers do not share what is under way now. */
    synchronized void forget() {
        underWay = Optional.empty();
    }

    private synchronized CompletableFuture<Void> join(CompletableFuture<Void> mine) {
        CompletableFuture<Void> shared = underWay.orElse(mine);
        underWay = Optional.of(shared);
        return shared;
    }

    private synchronized void ended(CompletableFuture<Void> work) {
        underWay = underWay.filter(newest -> newest != work);
    }
}
