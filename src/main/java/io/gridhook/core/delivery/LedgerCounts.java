package io.gridhook.core.delivery;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What became of a subscription's events, as far as it was counted. An end is counted after the POST or the blob, so that one that a crash
 * repeats is counted twice, and none before it happened.
 *
 * @param accepted events accepted for the subscription, 0 or more
 * @param delivered of these
 * @param deadLettered of these
 * @param dropped of these, by reason in Event Grid's words
 */
public record LedgerCounts(long accepted, long delivered, long deadLettered, SortedMap<String, Long> dropped) {
    public static final LedgerCounts NONE = new LedgerCounts(0, 0, 0, new TreeMap<>());

    public LedgerCounts {
        dropped = Collections.unmodifiableSortedMap(new TreeMap<>(dropped));
    }

    public LedgerCounts plus(LedgerCounts other) {
        SortedMap<String, Long> both = new TreeMap<>(dropped);
        other.dropped.forEach((reason, count) -> both.merge(reason, count, Long::sum));
        return new LedgerCounts(
                accepted + other.accepted, delivered + other.delivered, deadLettered + other.deadLettered, both);
    }

    /** Delivered, dead-lettered or dropped. */
    public long ended() {
        return delivered
                + deadLettered
                + dropped.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Accepted and not ended, by these counts; below 0 where ends were repeated. */
    public long open() {
        return accepted - ended();
    }

    /** The sum of all. */
    public static LedgerCounts sum(Map<?, LedgerCounts> counts) {
        return counts.values().stream().reduce(NONE, LedgerCounts::plus);
    }
}
