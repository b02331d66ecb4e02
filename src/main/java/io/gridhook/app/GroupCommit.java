package io.gridhook.app;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Natural batching of concurrent callers. The first goes at once; those that come while a write is under way go together in the next
 * one; when enough for a full write is waiting, it does not wait for the one under way. Nobody waits for company. Each caller learns
 * what became of the write that carried its own item.
 *
 * @param <T> what one caller brings
 */
public final class GroupCommit<T> {
    /** Ours: so many full writes' weight may wait, or large items would fill the memory before their number is too high. */
    private static final int LINE_WRITES_MAX = 512;

    /**
     * Bounds.
     *
     * @param weightMax the most that one write carries
     * @param itemsMax the most items that one write carries
     * @param waitingMax the most items in the waiting line
     * @param writesMax the most writes under way at a time
     * @param waitMax how long an item may wait in the line
     */
    public record Limits(long weightMax, int itemsMax, int waitingMax, int writesMax, Duration waitMax) {}

    /** The waiting line is full, or an item waited too long in it: try again later. Nothing was written. */
    public static final class BusyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BusyException(String message) {
            super(message);
        }
    }

    private record Waiting<T>(T item, int count, long weight, Instant since, CompletableFuture<Void> done) {}

    private final Limits limits;
    private final Consumer<List<T>> write;
    private final InstantSource clock;
    private final Executor executor;
    private final Deque<Waiting<T>> line = new ArrayDeque<>();
    private long weightWaiting;
    private long itemsWaiting;
    private int writesUnderWay;
    /** Of these, the ones that have not taken what they write. */
    private int writesStarting;

    /**
     * A group commit without a thread of its own.
     *
     * @param write makes one group durable, or throws; called by {@code executor}
     */
    public GroupCommit(Limits limits, Consumer<List<T>> write, InstantSource clock, Executor executor) {
        this.limits = limits;
        this.write = write;
        this.clock = clock;
        this.executor = executor;
    }

    /**
     * Brings an item.
     *
     * @param count how many items it counts as, 1 to {@link Limits#itemsMax}
     * @param weight its share of {@link Limits#weightMax}
     * @return done when the write that carried it is durable; fails with that write, or with {@link BusyException}
     */
    public CompletableFuture<Void> submit(T item, int count, long weight) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        synchronized (line) {
            if (line.size() >= limits.waitingMax() || weightWaiting >= LINE_WRITES_MAX * limits.weightMax()) {
                return CompletableFuture.failedFuture(new BusyException("waiting: " + line.size() + " (expected: below "
                        + limits.waitingMax() + ", and less than " + LINE_WRITES_MAX + " writes' weight)"));
            }
            line.add(new Waiting<>(item, count, weight, clock.instant(), done));
            weightWaiting += weight;
            itemsWaiting += count;
        }
        startWrites();
        return done;
    }

    /** Whether nothing waits and nothing is being written. */
    boolean isIdle() {
        synchronized (line) {
            return line.isEmpty() && writesUnderWay == 0;
        }
    }

    private void startWrites() {
        while (true) {
            synchronized (line) {
                if (line.isEmpty() || writesUnderWay >= (isFull() ? limits.writesMax() : 1)) {
                    return;
                }
                writesUnderWay++;
                writesStarting++;
            }
            try {
                executor.execute(this::commit);
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                // Shut down, or no thread to be had: nobody will write the others either, and each is told.
                List<Waiting<T>> group = nextGroup();
                release();
                tell(group, e);
            }
        }
    }

    /** Whether there is enough for one more than those that will take theirs. */
    private boolean isFull() {
        long more = writesStarting + 1L;
        return weightWaiting >= more * limits.weightMax() || itemsWaiting >= more * limits.itemsMax();
    }

    /** The head of the line, as much as fits one write; the first always does. */
    private List<Waiting<T>> nextGroup() {
        synchronized (line) {
            writesStarting--;
            return takeGroup();
        }
    }

    private List<Waiting<T>> takeGroup() {
        List<Waiting<T>> group = new ArrayList<>();
        long weight = 0;
        long items = 0;
        while (!line.isEmpty()) {
            Waiting<T> next = line.peek();
            weight += next.weight();
            items += next.count();
            if (!group.isEmpty() && (weight > limits.weightMax() || items > limits.itemsMax())) {
                break;
            }
            group.add(line.remove());
            weightWaiting -= next.weight();
            itemsWaiting -= next.count();
        }
        return group;
    }

    /** Takes what waits by now: whoever came since it was started goes along. */
    private void commit() {
        List<Waiting<T>> group = nextGroup();
        Instant oldest = clock.instant().minus(limits.waitMax());
        List<Waiting<T>> inTime = new ArrayList<>();
        List<Waiting<T>> tooLate = new ArrayList<>();
        group.forEach(waiting -> (waiting.since().isBefore(oldest) ? tooLate : inTime).add(waiting));
        // An error too ends the write: else nobody could ever write again, and nobody would be told.
        @Nullable Throwable failure = new IllegalStateException("the write broke off");
        try {
            if (!inTime.isEmpty()) {
                write.accept(inTime.stream().map(Waiting::item).toList());
            }
            failure = null;
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            release();
            startWrites();
            tooLate.forEach(waiting ->
                    waiting.done().completeExceptionally(new BusyException("waited longer than " + limits.waitMax())));
            tell(inTime, failure);
        }
    }

    private void release() {
        synchronized (line) {
            writesUnderWay--;
        }
    }

    private static <T> void tell(List<Waiting<T>> group, @Nullable Throwable failure) {
        for (Waiting<T> waiting : group) {
            if (failure == null) {
                waiting.done().complete(null);
            } else {
                waiting.done().completeExceptionally(failure);
            }
        }
    }
}
