package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.event.Event;
import io.gridhook.core.history.HistoryBatch;
import io.gridhook.core.history.HistoryRow;
import io.gridhook.core.history.HistoryRules;
import io.gridhook.core.retry.NextStep;
import io.gridhook.port.DeliveryHistory;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Writes the delivery log: gathers the rows of one process in memory, and stores hundreds of them with one write. Nobody waits for it,
 * and nothing depends on it: what does not fit in memory while storage does not answer is left out and counted, and so is what a killed
 * process had not written, uncounted.
 */
public final class DeliveryRecorder {
    /** Ours: how long it takes until many rows are written. */
    static final Duration SAVE_AFTER = Duration.ofSeconds(10);
    /** Ours: until a few are: 20 attempts that share a write cost 0.05 transactions each. */
    static final Duration SAVE_LATEST = Duration.ofMinutes(1);
    /** Ours: from here on the wait after a write that failed does not grow. */
    static final Duration WAIT_LATEST = Duration.ofMinutes(5);
    /** Ours: how many are many. */
    static final int MANY = 20;
    /** Ours: what waits for storage. */
    static final int WAITING_MAX = 20 * HistoryBatch.ROWS_MAX;
    /** Ours: its characters; twice as many bytes. */
    static final long WEIGHT_MAX = 8_000_000;

    /** Ours: batches that one sweep deletes, a hundred in a transaction; more than are written between two. */
    static final int DELETED_MAX = 1_000;

    private final HistoryRules rules;
    private final DeliveryHistory history;
    private final Metrics metrics;
    private final InstantSource clock;
    private final Timers timers;
    private final Executor executor;
    private final String instance;
    /** Held while a batch is written. */
    private final Object writing = new Object();

    /** Guarded by this. */
    private List<HistoryRow> waiting = new ArrayList<>();

    private long weight;
    /** Whether somebody is about to save, or waits to try again. */
    private boolean isSaving;

    private Duration wait = SAVE_AFTER;

    /** Guarded by {@link #writing}, as is what was perhaps not written: that is written again under the same key. */
    private long batches;

    private Optional<HistoryBatch.Written> underWay = Optional.empty();

    /** The recorder of one process, which {@code instance} tells from all others. */
    public DeliveryRecorder(
            HistoryRules rules,
            DeliveryHistory history,
            Metrics metrics,
            InstantSource clock,
            Timers timers,
            Executor executor,
            UUID instance) {
        this.rules = rules;
        this.history = history;
        this.metrics = metrics;
        this.clock = clock;
        this.timers = timers;
        this.executor = executor;
        this.instance = instance.toString();
    }

    /** One that keeps nothing. */
    static DeliveryRecorder none(Ports ports) {
        return new DeliveryRecorder(
                HistoryRules.OFF,
                DeliveryHistory.NONE,
                ports.metrics(),
                ports.clock(),
                ports.timers(),
                ports.executor(),
                new UUID(0, 0));
    }

    public HistoryRules rules() {
        return rules;
    }

    /** A log that tells {@code log} everything, and this what it says of events. */
    DeliveryLog beside(DeliveryLog log) {
        return new DeliveryLog() {
            @Override
            public void attempt(DeliveryAttempt attempt, NextStep next) {
                log.attempt(attempt, next);
                add(new HistoryRow.Attempted(clock.instant(), attempt, next));
            }

            @Override
            public void ended(SubscriptionRef subscription, String eventId, String end, String reason, String where) {
                log.ended(subscription, eventId, end, reason, where);
                add(new HistoryRow.Ended(clock.instant(), subscription, eventId, !where.isEmpty(), reason, where));
            }

            @Override
            public void trouble(String what, String consequence) {
                log.trouble(what, consequence);
            }
        };
    }

    /** Events were accepted; what is kept of that is found out by another thread, as nobody is to wait for it. */
    void published(List<Event> events, List<List<Catalog.Entry>> entries, Instant now) {
        if (!rules.publishes()) {
            return;
        }
        try {
            executor.execute(() -> {
                PublishedRows published = new PublishedRows(now);
                for (int i = 0; i < events.size(); i++) {
                    published.add(events.get(i), entries.get(i));
                }
                published.rows().forEach(this::add);
            });
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            leftOut("NoThread", 1);
        }
    }

    /** Takes a row, if it is one to be kept and there is room. Never throws and never waits for storage. */
    void add(HistoryRow row) {
        if (!rules.keeps(row)) {
            return;
        }
        boolean isFirst;
        boolean isFull;
        synchronized (this) {
            if (waiting.size() >= WAITING_MAX || weight >= WEIGHT_MAX) {
                leftOut("Full", 1);
                return;
            }
            waiting.add(row);
            weight += row.weight();
            isFirst = waiting.size() == 1;
            isFull = waiting.size() >= HistoryBatch.ROWS_MAX && !isSaving;
            isSaving |= isFull;
        }
        if (isFull) {
            saveSoon(this::saveFull);
        } else if (isFirst) {
            after(SAVE_AFTER, this::saveIfMany);
        }
    }

    private void leftOut(String reason, int rows) {
        metrics.add(Counter.DELIVERY_LOG_LEFT_OUT_COUNT, rows, reason);
    }

    private void after(Duration delay, Runnable task) {
        try {
            var unused = timers.after(delay, task);
        } catch (RejectedExecutionException e) {
            // Shut down; whoever does it saves.
        }
    }

    private void saveIfMany() {
        Duration left;
        synchronized (this) {
            if (waiting.isEmpty() || isSaving) {
                return;
            }
            left = waiting.size() >= MANY
                    ? Duration.ZERO
                    : Duration.between(clock.instant(), waiting.get(0).time().plus(SAVE_LATEST));
            isSaving = left.isNegative() || left.isZero();
        }
        if (left.isNegative() || left.isZero()) {
            saveSoon(this::save);
        } else {
            after(left, this::saveIfMany);
        }
    }

    /** By whoever set {@link #isSaving}. */
    private void saveSoon(Runnable save) {
        try {
            executor.execute(() -> saveOrTryLater(save));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            after(SAVE_AFTER, () -> saveSoon(save)); // no thread
        }
    }

    private void saveOrTryLater(Runnable save) {
        boolean isRefused = false;
        try {
            save.run();
        } catch (StorageUnavailableException e) {
            isRefused = true;
        } finally {
            // After an error as well: else nobody would ever save again.
            if (isRefused) {
                after(nextWait(), () -> saveSoon(this::save));
            } else {
                endSaving();
            }
        }
    }

    private void endSaving() {
        boolean isLeft;
        synchronized (this) {
            isSaving = false;
            wait = SAVE_AFTER;
            isLeft = !waiting.isEmpty();
        }
        if (isLeft) {
            after(SAVE_AFTER, this::saveIfMany);
        }
    }

    /** Twice the last one, so that a log that cannot be written for days is seldom tried. */
    private synchronized Duration nextWait() {
        Duration next = wait;
        wait = wait.compareTo(WAIT_LATEST) < 0 ? wait.multipliedBy(2) : wait;
        return next;
    }

    /**
     * Writes what waits by now.
     *
     * @throws StorageUnavailableException if storage does not answer or refuses; what was not written stays
     */
    public void save() {
        save(1);
    }

    /** Batches that are full; the others may have company soon. */
    private void saveFull() {
        save(HistoryBatch.ROWS_MAX);
    }

    private void save(int least) {
        synchronized (writing) {
            int left = waitingRows();
            while (left >= least) {
                HistoryBatch.Written next = underWay.orElseGet(this::begin);
                underWay = Optional.of(next);
                if (next.rows() == 0) {
                    leftOut("TooLarge", 1);
                } else {
                    append(next);
                }
                underWay = Optional.empty();
                int gone = Math.max(1, next.rows());
                forget(gone);
                left -= gone;
            }
        }
    }

    /** What fails for another reason than storage would fail again, and all that comes later with it. */
    private void append(HistoryBatch.Written next) {
        try {
            history.append(next.batch());
        } catch (StorageUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            leftOut("Failed", next.rows());
        }
    }

    /**
     * Deletes some of what is older than the retention.
     *
     * @throws StorageUnavailableException if storage does not answer or refuses
     */
    public void deleteOld() {
        history.deleteBefore(clock.instant().minus(rules.retention()), DELETED_MAX);
    }

    private synchronized int waitingRows() {
        return waiting.size();
    }

    /** Of the first that wait. */
    private HistoryBatch.Written begin() {
        List<HistoryRow> rows;
        synchronized (this) {
            rows = List.copyOf(waiting.subList(0, Math.min(waiting.size(), HistoryBatch.ROWS_MAX)));
        }
        batches++;
        return HistoryBatch.of(rows, instance + "-" + batches);
    }

    /** The first {@code rows} do not wait any more. */
    private synchronized void forget(int rows) {
        waiting.subList(0, rows).forEach(row -> weight -= row.weight());
        waiting = new ArrayList<>(waiting.subList(rows, waiting.size()));
    }
}
