package io.gridhook.app;

import io.gridhook.core.history.HistoryBatch;
import io.gridhook.core.history.HistoryRow;
import io.gridhook.core.history.HistoryText;
import io.gridhook.port.DeliveryHistory;
import io.gridhook.port.DeliveryHistory.Found;
import io.gridhook.port.StorageUnavailableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** Reads the delivery log, the newest first: a bounded part of it for each call, and where to go on. */
public final class DeliveryLookup {
    /** Ours: batches that one call looks at for an event, by their indexes: a thousand are one transaction. */
    static final int INDEXES_MAX = 10_000;
    /** Ours: batches that one call reads as a whole. */
    static final int BATCHES_MAX = 64;

    private final DeliveryHistory history;
    private final DeliveryRecorder recorder;

    public DeliveryLookup(DeliveryHistory history, DeliveryRecorder recorder) {
        this.history = history;
        this.recorder = recorder;
    }

    /**
     * What is looked for.
     *
     * @param outcome in any letter case, as {@link HistoryRow#outcome}
     * @param from the earliest time, inclusive
     * @param to the latest time, inclusive
     */
    public record Query(
            Optional<String> eventId,
            Optional<String> topic,
            Optional<String> eventSubscription,
            Optional<String> outcome,
            Instant from,
            Instant to) {
        private Predicate<HistoryRow> test() {
            Optional<String> id = eventId.map(HistoryText::eventId);
            return row -> !row.time().isBefore(from)
                    && !row.time().isAfter(to)
                    && id.map(row.eventId()::equals).orElse(true)
                    && topic.map(row.topic()::equalsIgnoreCase).orElse(true)
                    && eventSubscription.map(row::names).orElse(true)
                    && outcome.map(row.outcome()::equalsIgnoreCase).orElse(true);
        }
    }

    /**
     * Where to go on.
     *
     * @param key of the batch
     * @param rows of it that were answered before, counted from its end
     */
    public record Position(String key, int rows) {}

    /**
     * An answer.
     *
     * @param rows the newest first, as far as batches are not written at the same time
     * @param next empty if there is no more in the time that was asked for
     * @param unreadable batches that are damaged or of a newer version
     */
    public record Page(List<HistoryRow> rows, Optional<Position> next, int unreadable) {
        public Page {
            rows = List.copyOf(rows);
        }
    }

    /**
     * At most {@code top} rows.
     *
     * @param after the last answer's {@link Page#next}; empty for the newest
     * @throws StorageUnavailableException if storage does not answer or refuses
     */
    public Page find(Query query, int top, Optional<Position> after) {
        if (after.isEmpty()) {
            saveOwn();
        }
        String first = after.map(Position::key).orElseGet(() -> HistoryBatch.firstKey(query.to()));
        OptionalInt idHash =
                query.eventId().map(HistoryBatch::idHash).map(OptionalInt::of).orElseGet(OptionalInt::empty);
        Found found = history.find(
                first, HistoryBatch.lastKey(query.from()), idHash, idHash.isPresent() ? INDEXES_MAX : BATCHES_MAX);
        Gathering gathering = new Gathering(query.test(), top);
        for (HistoryBatch batch : found.batches()) {
            int skipped = after.filter(position -> position.key().equals(batch.key()))
                    .map(Position::rows)
                    .orElse(0);
            Optional<Position> full = gathering.add(batch, skipped);
            if (full.isPresent()) {
                return gathering.page(full);
            }
        }
        return gathering.page(found.next().map(key -> new Position(key, 0)));
    }

    /** So that what this instance did a moment ago is found; what others did is there within a minute. */
    private void saveOwn() {
        try {
            recorder.save();
        } catch (StorageUnavailableException e) {
            // It is read all the same: that may work.
        }
    }

    private static final class Gathering {
        private final Predicate<HistoryRow> test;
        private final int top;
        private final List<HistoryRow> rows = new ArrayList<>();
        private int unreadable;

        Gathering(Predicate<HistoryRow> test, int top) {
            this.test = test;
            this.top = top;
        }

        /** Takes what is wanted of a batch, from its end; returns where it stopped if it has enough. */
        Optional<Position> add(HistoryBatch batch, int skipped) {
            Optional<List<HistoryRow>> read = batch.rows();
            if (read.isEmpty()) {
                unreadable++;
                return Optional.empty();
            }
            List<HistoryRow> all = read.get();
            for (int i = skipped; i < all.size(); i++) {
                if (rows.size() == top) {
                    return Optional.of(new Position(batch.key(), i));
                }
                HistoryRow row = all.get(all.size() - 1 - i);
                if (test.test(row)) {
                    rows.add(row);
                }
            }
            return Optional.empty();
        }

        Page page(Optional<Position> next) {
            return new Page(rows, next, unreadable);
        }
    }
}
