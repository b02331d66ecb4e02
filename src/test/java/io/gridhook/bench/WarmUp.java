package io.gridhook.bench;

/** Rounds of one load that go on until one is hardly faster than those before it: then what runs is compiled. */
final class WarmUp {
    /** Ours: two at least, and no more than these. */
    private static final int ROUNDS_MAX = 5;

    private static final double FASTER = 1.1;

    private double best;
    private int rounds;
    private boolean isWarm;

    boolean isWarming() {
        return !isWarm;
    }

    /** Deliveries a second of a round. */
    void add(double perSecond) {
        rounds++;
        isWarm = rounds >= ROUNDS_MAX || (rounds > 1 && perSecond < FASTER * best);
        best = Math.max(best, perSecond);
    }

    /** The fastest round. */
    double best() {
        return best;
    }
}
