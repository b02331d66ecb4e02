package io.gridhook.app;

import io.gridhook.core.delivery.DeadLetterBlobs;
import io.gridhook.core.delivery.DeadLetterLabel;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Keeps what was delivered, to be sent again: gathers the events of each subscription in memory, and writes many of them as one blob, in
 * the format of dead letters. Nobody waits for it and no delivery depends on it: what does not fit in memory, and what storage refuses
 * again and again, is left out and counted, and so is what a killed process had not written, uncounted.
 */
public final class DeliveredKeeper {
    /** Ours: how often it is looked at what waits. */
    static final Duration LOOK_EVERY = Duration.ofSeconds(10);
    /** Ours: until a few events are written: 20 that share a blob cost 0.05 transactions each. */
    static final Duration WRITE_LATEST = Duration.ofMinutes(1);
    /** Ours: how many are many, and written when they are looked at. */
    static final int MANY = 20;
    /** Ours: events of one blob. */
    static final int BLOB_EVENTS_MAX = 500;
    /** Ours: bytes after which a blob takes no more; with one more event it is below what is read of one. */
    static final long BLOB_BYTES_MAX = 2L * 1024 * 1024;
    /** Ours: events that wait for storage. */
    static final int WAITING_MAX = 20_000;
    /** Ours: their bytes. */
    static final long WAITING_BYTES_MAX = 32L * 1024 * 1024;
    /** Ours: writes of one blob, the first after it was gathered and each wait twice the last: two and a half minutes. */
    static final int TRIES_MAX = 5;

    private static final String REFUSED = "Refused";

    private final Optional<DeadLetterDestination> destination;
    private final DeadLetterStore store;
    private final Metrics metrics;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final Timers timers;
    private final Executor executor;

    /** Guarded by this, as are all below. */
    private final Map<Key, Gathered> open = new HashMap<>();

    private final Deque<Gathered> ready = new ArrayDeque<>();
    private final List<Gathered> refused = new ArrayList<>();
    private int waiting;
    private long waitingBytes;
    private boolean isWriting;
    /** Forgets the next look; empty if there is none. */
    private Optional<Runnable> nextLook = Optional.empty();

    /**
     * The keeper of one process.
     *
     * @param destination where blobs go; empty to keep nothing
     * @param ids name the blobs
     */
    public DeliveredKeeper(
            Optional<DeadLetterDestination> destination,
            DeadLetterStore store,
            Metrics metrics,
            InstantSource clock,
            Supplier<UUID> ids,
            Timers timers,
            Executor executor) {
        this.destination = destination;
        this.store = store;
        this.metrics = metrics;
        this.clock = clock;
        this.ids = ids;
        this.timers = timers;
        this.executor = executor;
    }

    /** One that keeps nothing. */
    static DeliveredKeeper none(Ports ports) {
        return new DeliveredKeeper(
                Optional.empty(),
                ports.deadLetterStore(),
                ports.metrics(),
                ports.clock(),
                ports.ids(),
                ports.timers(),
                ports.executor());
    }

    private record Key(SubscriptionRef subscription, EventSchema schema) {}

    /** What becomes one blob. */
    private static final class Gathered {
        private final Key key;
        private final UUID id;
        private final Instant begun;
        private final List<JsonText> records = new ArrayList<>();
        private Instant last;
        private long bytes;
        private int tries;
        private Instant due;

        Gathered(Key key, UUID id, Instant begun) {
            this.key = key;
            this.id = id;
            this.begun = begun;
            this.last = begun;
            this.due = begun;
        }

        boolean isFull() {
            return records.size() >= BLOB_EVENTS_MAX || bytes >= BLOB_BYTES_MAX;
        }

        boolean isDue(Instant now) {
            return records.size() >= MANY || !now.isBefore(begun.plus(WRITE_LATEST));
        }
    }

    /**
     * Takes an event that was delivered, if it is to be kept and there is room. Never throws and never waits for storage.
     *
     * @param task with the state after the attempt
     */
    void keep(DeliveryTask task, Event event) {
        if (destination.isEmpty()) {
            return;
        }
        try {
            // A copy: the event may be part of a much larger message, which would stay in memory with it.
            add(
                    new Key(task.subscription(), event.schema()),
                    DeadLetterBlobs.record(task, event),
                    task.state().lastAttemptTime().orElse(task.event().publishTime()));
        } catch (RuntimeException e) {
            leftOut("Failed", 1);
        }
    }

    private void add(Key key, JsonText json, Instant time) {
        boolean mustWrite = false;
        synchronized (this) {
            if (waiting >= WAITING_MAX || waitingBytes + json.length() > WAITING_BYTES_MAX) {
                leftOut("Full", 1);
                return;
            }
            Gathered gathered = open.computeIfAbsent(key, each -> new Gathered(each, ids.get(), clock.instant()));
            gathered.records.add(json);
            gathered.bytes += json.length();
            gathered.last = gathered.last.isBefore(time) ? time : gathered.last;
            waiting++;
            waitingBytes += json.length();
            if (gathered.isFull()) {
                open.remove(key);
                ready.add(gathered);
                mustWrite = takeTurn();
            }
            lookLater();
        }
        if (mustWrite) {
            write();
        }
    }

    private void leftOut(String reason, int events) {
        metrics.add(Counter.DELIVERED_LEFT_OUT_COUNT, events, reason);
    }

    private synchronized void lookLater() {
        if (nextLook.isPresent() || waiting == 0) {
            return;
        }
        try {
            nextLook = Optional.of(timers.after(LOOK_EVERY, this::look));
        } catch (RejectedExecutionException e) {
            // Shut down; whoever does it saves.
        }
    }

    private void look() {
        boolean mustWrite;
        synchronized (this) {
            nextLook = Optional.empty();
            Instant now = clock.instant();
            moveToReady(open.values().iterator(), now, false);
            moveToReady(refused.iterator(), now, false);
            lookLater();
            mustWrite = takeTurn();
        }
        if (mustWrite) {
            write();
        }
    }

    private synchronized void moveToReady(Iterator<Gathered> from, Instant now, boolean isAll) {
        while (from.hasNext()) {
            Gathered each = from.next();
            boolean isTime = each.tries > 0 ? !now.isBefore(each.due) : each.isDue(now);
            if (isAll || isTime) {
                ready.add(each);
                from.remove();
            }
        }
    }

    /** True for one at a time, who is to {@link #write}. */
    private synchronized boolean takeTurn() {
        boolean isMine = !isWriting && !ready.isEmpty();
        isWriting |= isMine;
        return isMine;
    }

    private void write() {
        try {
            executor.execute(this::writeReady);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            endTurn(); // no thread; the next look tries again
        }
    }

    private synchronized void endTurn() {
        isWriting = false;
    }

    private void writeReady() {
        try {
            Optional<Gathered> next = nextReady();
            while (next.isPresent()) {
                write(next.get());
                next = nextReady();
            }
        } finally {
            endTurn();
        }
    }

    private synchronized Optional<Gathered> nextReady() {
        return Optional.ofNullable(ready.poll());
    }

    private void write(Gathered gathered) {
        switch (result(gathered)) {
            case WRITTEN -> forget(gathered);
            case DESTINATION_NOT_FOUND -> {
                leftOut("NoContainer", gathered.records.size());
                forget(gathered);
            }
            case REFUSED -> refused(gathered);
        }
    }

    private DeadLetterStore.Result result(Gathered gathered) {
        SubscriptionRef ref = gathered.key.subscription();
        try {
            return store.write(
                    destination.orElseThrow(),
                    DeadLetterBlobs.name(gathered.id, ref, gathered.last),
                    new DeadLetterLabel(ref.topic(), ref.name(), gathered.key.schema()),
                    DeadLetterBlobs.content(gathered.records).toBytes());
        } catch (RuntimeException | Error e) {
            // After an error as well, such as no memory for the content: else its events would take up room for ever.
            return DeadLetterStore.Result.REFUSED;
        }
    }

    private synchronized void refused(Gathered gathered) {
        gathered.tries++;
        if (gathered.tries >= TRIES_MAX) {
            leftOut(REFUSED, gathered.records.size());
            forget(gathered);
            return;
        }
        gathered.due = clock.instant().plus(LOOK_EVERY.multipliedBy(1L << (gathered.tries - 1)));
        refused.add(gathered);
        lookLater();
    }

    private synchronized void forget(Gathered gathered) {
        waiting -= gathered.records.size();
        waitingBytes -= gathered.bytes;
    }

    /**
     * Writes what waits by now, each blob once.
     *
     * @param most after which no further blob is begun
     * @return how many events still wait
     */
    public int save(Duration most) {
        Instant end = clock.instant().plus(most);
        Deque<Gathered> all;
        synchronized (this) {
            nextLook.ifPresent(Runnable::run);
            nextLook = Optional.empty();
            moveToReady(open.values().iterator(), end, true);
            moveToReady(refused.iterator(), end, true);
            all = new ArrayDeque<>(ready);
            ready.clear();
        }
        while (!all.isEmpty() && clock.instant().isBefore(end)) {
            write(all.remove());
        }
        synchronized (this) {
            ready.addAll(all);
            lookLater();
            return waiting;
        }
    }
}
