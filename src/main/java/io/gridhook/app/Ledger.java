package io.gridhook.app;

import static java.util.Objects.requireNonNull;

import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.LedgerStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Timers;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;

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
    /** Ours: as many as an entity holds with the longest names there are. */
    static final int ROW_SUBSCRIPTIONS_MAX = 400;

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

    /** What goes into one row of the store. Guarded by the ledger. */
    private static final class Row {
        private final String id;
        private final Instant begun;
        private final Map<LedgerRow.Subscription, Tally> tallies = new HashMap<>();
        private boolean isUnsaved;

        Row(String id, Instant begun) {
            this.id = id;
            this.begun = begun;
        }

        boolean isOver(Instant now) {
            return now.isAfter(begun.plus(ROW_LIFE));
        }

        LedgerRow at(Instant now) {
            Map<LedgerRow.Subscription, LedgerCounts> counts = new HashMap<>();
            tallies.forEach((subscription, tally) -> counts.put(subscription, tally.counts()));
            return new LedgerRow(now, Set.of(), counts);
        }
    }

    private final Metrics metrics;
    private final LedgerStore store;
    private final InstantSource clock;
    private final Timers timers;
    private final Executor executor;
    private final Supplier<UUID> ids;
    private final DeliveryLog log;
    /** Held while rows are written, so that an older state does not follow a newer one. */
    private final Object writing = new Object();

    private Row row;
    /** Those that nothing is added to any more, until they are written. */
    private final Set<Row> ended = new LinkedHashSet<>();

    /** Those that a write is under way for. */
    private Set<Row> underWay = Set.of();

    private int unsaved;
    private Instant unsavedSince = Instant.MAX;
    /** There is one timer, or the write that it led to, or none. */
    private boolean isScheduled;

    /**
     * A ledger in front of {@code metrics}.
     *
     * @param executor writes; timers' own threads must not wait for storage
     */
    public Ledger(
            Metrics metrics,
            LedgerStore store,
            InstantSource clock,
            Timers timers,
            Executor executor,
            Supplier<UUID> ids,
            DeliveryLog log) {
        this.metrics = metrics;
        this.store = store;
        this.clock = clock;
        this.timers = timers;
        this.executor = executor;
        this.ids = ids;
        this.log = log;
        this.row = newRow(clock.instant());
    }

    private Row newRow(Instant now) {
        return new Row(ids.get().toString(), now);
    }

    @Override
    public void add(Counter counter, long amount, String... labelValues) {
        metrics.add(counter, amount, labelValues);
        switch (counter) {
            case MATCHED_EVENT_COUNT -> tally(labelValues, tally -> tally.accepted += amount);
            case DELIVERED_EVENT_COUNT -> tally(labelValues, tally -> tally.delivered += amount);
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
        LedgerRow.Subscription subscription = new LedgerRow.Subscription(labelValues[0], labelValues[1]);
        boolean isFirst;
        synchronized (this) {
            Instant now = clock.instant();
            boolean isFull = row.tallies.size() >= ROW_SUBSCRIPTIONS_MAX && !row.tallies.containsKey(subscription);
            if (isFull || row.isOver(now)) {
                endRow(now);
            }
            change.of(row.tallies.computeIfAbsent(subscription, key -> new Tally()));
            row.isUnsaved = true;
            unsaved++;
            unsavedSince = now.isBefore(unsavedSince) ? now : unsavedSince;
            isFirst = !isScheduled;
            isScheduled = true;
        }
        if (isFirst) {
            schedule(SAVE_AFTER);
        }
    }

    private void endRow(Instant now) {
        if (row.isUnsaved) {
            ended.add(row);
        }
        row = newRow(now);
    }

    private void schedule(Duration delay) {
        try {
            timers.after(delay, this::saveIfDue);
        } catch (RejectedExecutionException e) {
            return; // shut down; whoever does that saves
        }
    }

    private void saveIfDue() {
        Duration left;
        synchronized (this) {
            if (unsaved == 0) {
                isScheduled = false; // somebody else saved
                return;
            }
            left = unsaved >= MANY || !ended.isEmpty()
                    ? Duration.ZERO
                    : Duration.between(clock.instant(), unsavedSince.plus(SAVE_LATEST));
        }
        if (!left.isNegative() && !left.isZero()) {
            schedule(left);
            return;
        }
        try {
            executor.execute(this::saveOrTryLater);
        } catch (RejectedExecutionException e) {
            return; // as above
        } catch (OutOfMemoryError e) {
            schedule(SAVE_AFTER); // no thread can be made now
        }
    }

    private void saveOrTryLater() {
        try {
            save();
        } catch (RuntimeException e) {
            log.trouble("the ledger was not written: " + e.getMessage(), "tried again in " + SAVE_AFTER);
        } finally {
            scheduleIfMore();
        }
    }

    private void scheduleIfMore() {
        boolean isMore;
        synchronized (this) {
            isMore = unsaved > 0;
            isScheduled = isMore;
        }
        if (isMore) {
            schedule(SAVE_AFTER);
        }
    }

    /**
     * Writes what was counted since the last time, if anything was.
     *
     * @throws StorageUnavailableException if storage does not answer or refuses; the counts are kept
     */
    public void save() {
        synchronized (writing) {
            Map<Row, LedgerRow> states = new LinkedHashMap<>();
            int written;
            Instant since;
            synchronized (this) {
                if (row.isUnsaved) {
                    ended.add(row);
                }
                ended.forEach(each -> {
                    states.put(each, each.at(clock.instant()));
                    each.isUnsaved = false;
                });
                ended.clear();
                underWay = Set.copyOf(states.keySet());
                written = unsaved;
                since = unsavedSince;
                unsaved = 0;
                unsavedSince = Instant.MAX;
            }
            try {
                for (Row each : List.copyOf(states.keySet())) {
                    store.save(each.id, requireNonNull(states.get(each)));
                    states.remove(each);
                }
            } catch (RuntimeException | Error e) {
                keep(states.keySet(), written, since);
                throw e;
            } finally {
                written();
            }
        }
    }

    private synchronized void written() {
        underWay = Set.of();
    }

    private synchronized void keep(Set<Row> rows, int count, Instant since) {
        for (Row each : rows) {
            each.isUnsaved = true;
            if (each != row) {
                ended.add(each);
            }
        }
        unsaved += count;
        unsavedSince = since.isBefore(unsavedSince) ? since : unsavedSince;
    }

    /**
     * The counts of all instances, as far as they wrote them, with this one's as they are.
     *
     * @throws StorageUnavailableException if storage does not answer or refuses
     */
    public Map<LedgerRow.Subscription, LedgerCounts> total() {
        Map<String, LedgerRow> rows = new HashMap<>();
        // Once before, as one may be written and forgotten while the others are read.
        addOwn(rows);
        for (Map.Entry<String, Versioned<LedgerRow>> stored : store.list().entrySet()) {
            rows.merge(stored.getKey(), stored.getValue().value(), LedgerRow::later);
        }
        addOwn(rows);
        return LedgerRow.total(rows);
    }

    private synchronized void addOwn(Map<String, LedgerRow> rows) {
        Instant now = clock.instant();
        if (!row.isUnsaved && row.isOver(now)) {
            row = newRow(now); // the old one may be part of another by now
        }
        Stream.of(underWay, ended, Set.of(row)).flatMap(Set::stream).forEach(each -> rows.put(each.id, each.at(now)));
    }
}
