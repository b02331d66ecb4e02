package io.gridhook.bench;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Which of the events of one load came to which of its endpoints, when, and how often. */
final class Ledger implements SinkProcess.Receipts {
    private static final int SECONDS_MAX = 600;

    private final int run;
    private final Publishes publishes;
    private final int endpoints;
    private final BitSet seen = new BitSet();
    private final Latencies latencies = new Latencies();
    private final int[] bySecond = new int[SECONDS_MAX];
    private long expectedSeen;
    private long duplicates;
    private long strays;
    private long lastNanos;

    /** For a load whose publishes are all answered; each event goes to each of {@code endpoints}, numbered from 0. */
    Ledger(int run, Publishes publishes, int endpoints) {
        this.run = run;
        this.publishes = publishes;
        this.endpoints = endpoints;
    }

    @Override
    public void add(long id, int endpoint, long nanos) {
        long event = EventIds.sequence(id);
        if (EventIds.run(id) != run || endpoint >= endpoints || event >= publishes.events()) {
            strays++;
            return;
        }
        int place = Math.toIntExact(event * endpoints + endpoint);
        if (seen.get(place)) {
            duplicates++;
            return;
        }
        seen.set(place);
        if (publishes.isAccepted(event)) {
            expectedSeen++;
        }
        latencies.record(nanos - publishes.due(event));
        lastNanos = Math.max(lastNanos, nanos);
        long second = (nanos - publishes.startNanos()) / 1_000_000_000L;
        bySecond[(int) Math.max(0, Math.min(SECONDS_MAX - 1, second))]++;
    }

    /** (event, endpoint) pairs that were accepted. */
    long expected() {
        return (long) publishes.accepted() * publishes.batch() * endpoints;
    }

    /** Those of them that did not come. */
    long missing() {
        return expected() - expectedSeen;
    }

    /** Receipts beyond the first of a pair. */
    long duplicates() {
        return duplicates;
    }

    /** Receipts that belong to no event of this load: a repetition from an earlier one. */
    long strays() {
        return strays;
    }

    /** From the time at which each was to be published to its first receipt. */
    Latencies latencies() {
        return latencies;
    }

    /** From the start of the load to the last first receipt. */
    double seconds() {
        return Math.max(0, lastNanos - publishes.startNanos()) / 1e9;
    }

    /** First receipts in each second from the start. */
    List<Integer> bySecond() {
        int length = (int) Math.min(SECONDS_MAX, Math.ceil(seconds()));
        return IntStream.range(0, length).mapToObj(i -> bySecond[i]).toList();
    }
}
