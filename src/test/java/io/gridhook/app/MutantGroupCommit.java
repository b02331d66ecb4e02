package io.gridhook.app;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A {@link GroupCommit} of one write at a time. It starts the next write before it gives its turn back. */
final class MutantGroupCommit {
    private final Consumer<List<Integer>> write;
    private final Executor executor;
    private final Deque<Integer> line = new ArrayDeque<>();
    private int writesUnderWay;

    MutantGroupCommit(Consumer<List<Integer>> write, Executor executor) {
        this.write = write;
        this.executor = executor;
    }

    void submit(int item) {
        synchronized (line) {
            line.add(item);
        }
        startWrites();
    }

    boolean isIdle() {
        synchronized (line) {
            return line.isEmpty() && writesUnderWay == 0;
        }
    }

    private void startWrites() {
        while (true) {
            synchronized (line) {
                if (line.isEmpty() || writesUnderWay >= 1) {
                    return;
                }
                writesUnderWay++;
            }
            executor.execute(this::commit);
        }
    }

    private void commit() {
        List<Integer> group;
        synchronized (line) {
            group = new ArrayList<>(line);
            line.clear();
        }
        write.accept(group);
        startWrites(); // The real one releases first.
        release();
    }

    private void release() {
        synchronized (line) {
            writesUnderWay--;
        }
    }
}
