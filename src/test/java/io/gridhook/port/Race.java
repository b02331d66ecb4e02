package io.gridhook.port;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Lets several do the same at the same time. */
final class Race {
    private Race() {}

    /** How many of {@code runners} attempts were told that they had won. */
    static long winners(int runners, IntFunction<BooleanSupplier> attempt) {
        CountDownLatch ready = new CountDownLatch(runners);
        List<CompletableFuture<Boolean>> results = IntStream.range(0, runners)
                .mapToObj(attempt)
                .map(run -> start(ready, run))
                .toList();
        return results.stream().filter(CompletableFuture::join).count();
    }

    private static CompletableFuture<Boolean> start(CountDownLatch ready, BooleanSupplier run) {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        new Thread(() -> result.completeAsync(() -> runWhenReady(ready, run), Runnable::run)).start();
        return result;
    }

    private static boolean runWhenReady(CountDownLatch ready, BooleanSupplier run) {
        ready.countDown();
        try {
            ready.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return run.getAsBoolean();
    }
}
