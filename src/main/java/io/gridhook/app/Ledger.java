package io.gridhook.app;

import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.port.LedgerStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Timers;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * How many events were accepted for each subscription and what became of them: counters that survive the process. It hears what is
 * counted in {@link Metrics} and passes it on. Each process writes a row of its own, now and then: what a killed one had not written is
 * missing, {@value #MANY} counts or those of 5 minutes, whichever is more.
 *
 * <p>A row is written by nobody else, and by this one only while it is younger than a day; {@link LedgerMerge} adds up those that are
 * older than two.
 */
public final class Ledger implements Metrics {
    /** Ours: one write for so many counts, within {@link #SAVE_AFTER}. */
    static final int MANY = 100;
    /** Ours: between two writes, where there is much to write. */
    static final Duration SAVE_AFTER = Duration.ofMinutes(1);
    /** Ours: until a few counts are written. */
    static final Duration SAVE_LATEST = Duration.ofMinutes(5);
    /** Ours: how long one row is written to. */
    static final Duration ROW_LIFE = Duration.ofDays(1);
    /** Ours: an entity holds about three times as many. */
    static final int ROW_SUBSCRIPTIONS_MAX = 1_000;

    /** Counts that change. Guarded by the ledger. */
    private static final class Tally {
        private long accepted;
        private long delivered;
        private long deadLettered;
        private final SortedMap<String, Long> dropped = new TreeMap<>();

        LedgerCounts counts() {
            return new LedgerCounts(accepted, delivered, deadLettered, dropped);
        }
    }

    private final Metrics metrics;
    private final LedgerStore store;
    private final InstantSource clock;
    private final Timers timers;
    private final Executor executor;
    private final Supplier<UUID> ids;
    /** Held while a row is written, so that an older state does not follow a newer one. */
    private final Object writing = new Object();

    private Map<LedgerRow.Subscription, Tally> tallies = new HashMap<>();
    private String rowId;
    private Instant rowBegun;
    private Instant unsavedSince = Instant.MAX;
    private int unsaved;

    /** A ledger in front of {@code metrics}. */
    public Ledger(
            Metrics metrics,
            LedgerStore store,
            InstantSource clock,
            Timers timers,
            Executor executor,
            Supplier<UUID> ids) {
        this.metrics = metrics;
        this.store = store;
        this.clock = clock;
        this.timers = timers;
        this.executor = executor;
        this.ids = ids;
        this.rowId = ids.get().toString();
        this.rowBegun = clock.instant();
    }

    @Override
    public void add(Counter counter, long amount, String... labelValues) {
        metrics.add(counter, amount, labelValues);
        switch (counter) {
            case MATCHED_EVENT_COUNT -> tally(labelValues, tally -> tally.accepted += amount);
            case DELIVERY_SUCCESS_COUNT -> tally(labelValues, tally -> tally.delivered += amount);
            case DEAD_LETTERED_COUNT -> tally(labelValues, tally -> tally.deadLettered += amount);
            case DROPPED_EVENT_COUNT ->
                tally(labelValues, tally -> tally.dropped.merge(labelValues[2], amount, Long::sum));
            default -> {}
        }
    }

    @Override
    public void record(Timer timer, Duration duration, String... labelValues) {
        metrics.record(timer, duration, labelValues);
    }

    private interface Change {
        void of(Tally tally);
    }

    private void tally(String[] labelValues, Change change) {
        boolean first;
        synchronized (this) {
            Instant now = clock.instant();
            if (now.isAfter(rowBegun.plus(ROW_LIFE)) && unsaved == 0) {
                beginRow(now);
            }
            change.of(tallies.computeIfAbsent(
                    new LedgerRow.Subscription(labelValues[0], labelValues[1]), key -> new Tally()));
            first = unsaved == 0;
            unsaved++;
            if (first) {
                unsavedSince = now;
            }
        }
        if (first) {
            timers.after(SAVE_AFTER, this::saveIfMany);
        }
    }

    /** What was written stays in its row. */
    private void beginRow(Instant now) {
        tallies = new HashMap<>();
        rowId = ids.get().toString();
        rowBegun = now;
    }

    private void saveIfMany() {
        Duration left;
        synchronized (this) {
            left = unsaved >= MANY ? Duration.ZERO : Duration.between(clock.instant(), unsavedSince.plus(SAVE_LATEST));
        }
        if (left.isNegative() || left.isZero()) {
            try {
                executor.execute(this::saveOrTryLater);
            } catch (RejectedExecutionException e) {
                return; // shut down; whoever does it saves
            }
        } else {
            timers.after(left, this::saveIfMany);
        }
    }

    private void saveOrTryLater() {
        try {
            save();
        } catch (StorageUnavailableException e) {
            timers.after(SAVE_AFTER, this::saveOrTryLater);
        }
    }

    /**
     * Writes what was counted since the last time, if anything was.
     *
     * @throws StorageUnavailableException if storage does not answer or refuses; the counts are kept
     */
    public void save() {
        synchronized (writing) {
            String id;
            LedgerRow row;
            int written;
            Instant since;
            synchronized (this) {
                if (unsaved == 0) {
                    return;
                }
                id = rowId;
                row = row();
                written = unsaved;
                since = unsavedSince;
                unsaved = 0;
            }
            try {
                store.save(id, row);
            } catch (RuntimeException e) {
                synchronized (this) {
                    unsaved += written;
                    unsavedSince = since;
                }
                throw e;
            }
            synchronized (this) {
                if (unsaved == 0 && tallies.size() >= ROW_SUBSCRIPTIONS_MAX) {
                    beginRow(clock.instant());
                }
            }
        }
    }

    private LedgerRow row() {
        Map<LedgerRow.Subscription, LedgerCounts> counts = new HashMap<>();
        tallies.forEach((subscription, tally) -> counts.put(subscription, tally.counts()));
        return new LedgerRow(clock.instant(), Set.of(), counts);
    }

    /**
     * The counts of all instances, as far as they wrote them, with this one's as they are.
     *
     * @throws StorageUnavailableException if storage does not answer or refuses
     */
    public Map<LedgerRow.Subscription, LedgerCounts> total() {
        Map<String, LedgerRow> rows = new HashMap<>();
        for (Map.Entry<String, Versioned<LedgerRow>> stored : store.list().entrySet()) {
            rows.put(stored.getKey(), stored.getValue().value());
        }
        synchronized (this) {
            rows.put(rowId, row());
        }
        return LedgerRow.total(rows);
    }
}
