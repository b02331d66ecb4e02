package io.gridhook.app;

import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.port.LedgerStore;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Adds up the rows that nobody writes to any more, or the ledger would grow by one with every start of a process. The row that takes others
 * in names them until they are deleted: whatever breaks off in between, nothing is counted twice.
 */
final class LedgerMerge {
    /** Ours: twice what a row is written to for. */
    static final Duration OVER = Ledger.ROW_LIFE.multipliedBy(2);

    private final LedgerStore store;
    private final InstantSource clock;

    LedgerMerge(LedgerStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** One round. {@code subscriptions}: whose counts are kept. Returns the rows as they were before. */
    Map<String, LedgerRow> merge(Set<LedgerRow.Subscription> subscriptions) {
        Map<String, Versioned<LedgerRow>> rows = store.list();
        Instant lastSaved = clock.instant().minus(OVER);
        List<Map.Entry<String, Versioned<LedgerRow>>> over = rows.entrySet().stream()
                .filter(row -> row.getValue().value().saved().isBefore(lastSaved))
                .sorted(Comparator.comparing(row -> row.getValue().value().saved()))
                .toList();
        List<Map.Entry<String, Versioned<LedgerRow>>> left = over;
        while (!left.isEmpty()) {
            left = mergeInto(left.get(0), left.subList(1, left.size()), rows.keySet(), subscriptions);
        }
        Map<String, LedgerRow> before = new HashMap<>();
        rows.forEach((id, row) -> before.put(id, row.value()));
        return before;
    }

    /** The row {@code target} takes in what it holds of {@code others}; the rest is returned. */
    private List<Map.Entry<String, Versioned<LedgerRow>>> mergeInto(
            Map.Entry<String, Versioned<LedgerRow>> target,
            List<Map.Entry<String, Versioned<LedgerRow>>> others,
            Set<String> there,
            Set<LedgerRow.Subscription> subscriptions) {
        LedgerRow before = target.getValue().value();
        Set<String> stillThere = new HashSet<>(before.merged());
        stillThere.retainAll(there);
        LedgerRow after = kept(new LedgerRow(before.saved(), stillThere, before.counts()), subscriptions);
        List<Map.Entry<String, Versioned<LedgerRow>>> left = new ArrayList<>();
        for (Map.Entry<String, Versioned<LedgerRow>> other : others) {
            if (stillThere.contains(other.getKey())) {
                continue;
            }
            LedgerRow row = other.getValue().value();
            LedgerRow with = kept(after.with(other.getKey(), row), subscriptions);
            // One that took in others that are there would be counted with them.
            boolean isAlone = Collections.disjoint(row.merged(), there);
            if (isAlone && with.counts().size() <= Ledger.ROW_SUBSCRIPTIONS_MAX) {
                after = with;
            } else {
                left.add(other);
            }
        }
        if (after.equals(before)
                || store.replace(target.getKey(), after, target.getValue().etag())) {
            after.merged().forEach(store::delete);
        }
        return left;
    }

    private static LedgerRow kept(LedgerRow row, Set<LedgerRow.Subscription> subscriptions) {
        return new LedgerRow(
                row.saved(),
                row.merged(),
                row.counts().entrySet().stream()
                        .filter(counts -> subscriptions.contains(counts.getKey()))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }
}
