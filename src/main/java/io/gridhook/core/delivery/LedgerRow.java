package io.gridhook.core.delivery;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The counts of one instance since some time, or of several that are over.
 *
 * @param saved when they were last written
 * @param merged the ids of rows whose counts are in this one too, until they are deleted
 * @param counts by subscription
 */
public record LedgerRow(Instant saved, Set<String> merged, Map<Subscription, LedgerCounts> counts) {
    /** A subscription by its names; a later one of the same names goes on with its counts. */
    public record Subscription(String topic, String name) {}

    public LedgerRow {
        merged = Set.copyOf(merged);
        counts = Map.copyOf(counts);
    }

    /** With the counts of the row {@code id} added. */
    public LedgerRow with(String id, LedgerRow other) {
        Set<String> ids = new HashSet<>(merged);
        ids.add(id);
        Map<Subscription, LedgerCounts> sums = new HashMap<>(counts);
        other.counts.forEach((subscription, more) -> sums.merge(subscription, more, LedgerCounts::plus));
        return new LedgerRow(saved, ids, sums);
    }

    /** The one of two states of a row that was written later; {@code other} if at once. */
    public LedgerRow later(LedgerRow other) {
        return saved.isAfter(other.saved) ? this : other;
    }

    /** What all {@code rows} count, each once though it was merged into another and is still there. */
    public static Map<Subscription, LedgerCounts> total(Map<String, LedgerRow> rows) {
        Set<String> merged = new HashSet<>();
        rows.values().forEach(row -> merged.addAll(row.merged));
        Map<Subscription, LedgerCounts> sums = new HashMap<>();
        rows.forEach((id, row) -> {
            if (!merged.contains(id)) {
                row.counts.forEach((subscription, more) -> sums.merge(subscription, more, LedgerCounts::plus));
            }
        });
        return sums;
    }
}
