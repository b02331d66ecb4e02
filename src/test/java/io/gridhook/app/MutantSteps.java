package io.gridhook.app;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** A mailbox whose steps are run by whoever brings one. It may forget to look into the queue once more at its end. */
final class MutantSteps {
    private final Executor executor;
    private final boolean looksOnceMore;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isRunning = new AtomicBoolean();

    /** A mailbox; the mutant is one that does not look once more. */
    MutantSteps(Executor executor, boolean looksOnceMore) {
        this.executor = executor;
        this.looksOnceMore = looksOnceMore;
    }

    void soon(Runnable step) {
        waiting.add(step);
        start();
    }

    private void start() {
        if (isRunning.compareAndSet(false, true)) {
            executor.execute(this::run);
        }
    }

    private void run() {
        try {
            for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
                next.run();
            }
        } finally {
            isRunning.set(false);
            if (looksOnceMore && !waiting.isEmpty()) {
                start();
            }
        }
    }
}
