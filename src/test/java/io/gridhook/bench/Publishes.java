package io.gridhook.bench;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** What became of the publishes of one load, by their numbers. */
final class Publishes {
    private static final int AT_FIRST = 1 << 14;
    private static final int ACCEPTED = 200;

    private final int batch;
    private final long start = WallClock.nanos();
    private final BitSet accepted = new BitSet();
    private final Map<Integer, Integer> refusals = new TreeMap<>();
    private final Latencies lateness = new Latencies();
    private long[] due = new long[AT_FIRST];
    private int count;
    private int answered;
    private long end;

    /** Of {@code batch} events each. */
    Publishes(int batch) {
        this.batch = batch;
    }

    /** The number of one that is to be sent at a time, in nanoseconds since 1970. */
    int add(long dueNanos) {
        if (count == due.length) {
            due = Arrays.copyOf(due, 2 * count);
        }
        due[count] = dueNanos;
        return count++;
    }

    /** By how many nanoseconds one was sent too late. */
    void late(long nanos) {
        lateness.record(nanos);
    }

    /** Status 0: the connection broke. */
    void answered(int publish, int status) {
        answered++;
        if (status == ACCEPTED) {
            accepted.set(publish);
        } else {
            refusals.merge(status, 1, Integer::sum);
        }
    }

    /** All are answered that will be. */
    void end() {
        end = WallClock.nanos();
    }

    int batch() {
        return batch;
    }

    int count() {
        return count;
    }

    /** How many were answered 200. */
    int accepted() {
        return accepted.cardinality();
    }

    /** Those answered otherwise or not at all. */
    int refused() {
        return count - accepted();
    }

    /** How often each other status came; those that were not answered have none. */
    Map<Integer, Integer> refusals() {
        return Map.copyOf(refusals);
    }

    boolean isAccepted(long event) {
        return accepted.get((int) (event / batch));
    }

    /** When an event was to be sent, in nanoseconds since 1970. */
    long due(long event) {
        return due[(int) (event / batch)];
    }

    long events() {
        return (long) count * batch;
    }

    Latencies lateness() {
        return lateness;
    }

    /** From the start to the last answer. */
    double seconds() {
        return (end - start) / 1e9;
    }

    long startNanos() {
        return start;
    }

    @Override
    public String toString() {
        return accepted() + " of " + count + " accepted, " + answered + " answered, others " + refusals;
    }
}
