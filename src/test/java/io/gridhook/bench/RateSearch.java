package io.gridhook.bench;

import java.util.OptionalDouble;

/**
 * Looks for the highest rate that is kept up with, from an estimate: down from it in steps of a tenth until one is kept up with; if the
 * estimate itself is, up from it until one is not.
 */
final class RateSearch {
    private static final double DOWN = 0.1;
    /** Below this in steps of a half. */
    private static final double LEAST_BY_TENTHS = 0.5;

    private static final double UP = 1.15;

    private final double estimate;
    private final int triesMax;
    private double share = 1;
    private double best;
    private int tries;
    private boolean isGoingUp;
    private boolean isOver;

    /** {@code triesMax} rates are tried at most, unless none of them was kept up with: then down to a hundredth of the estimate. */
    RateSearch(double estimate, int triesMax) {
        if (!(estimate > 0) || triesMax < 1) {
            throw new IllegalArgumentException(
                    "rate search: " + estimate + ", " + triesMax + " (expected: a rate above 0, and 1 try or more)");
        }
        this.estimate = estimate;
        this.triesMax = triesMax;
    }

    /** The rate to try next; empty: the search is over. */
    OptionalDouble next() {
        return isOver ? OptionalDouble.empty() : OptionalDouble.of(estimate * share);
    }

    /** How the last one went. */
    void tried(boolean keptUp) {
        tries++;
        if (keptUp) {
            best = Math.max(best, share);
            isGoingUp = isGoingUp || tries == 1;
            isOver = !isGoingUp || tries >= triesMax;
            share *= UP;
        } else {
            isOver = isGoingUp || share < 0.01;
            share = share > LEAST_BY_TENTHS + DOWN / 2 ? share - DOWN : share / 2;
        }
    }

    /** The highest rate that was kept up with; empty if there is none. */
    OptionalDouble best() {
        return best > 0 ? OptionalDouble.of(estimate * best) : OptionalDouble.empty();
    }

    /** Of the estimate that the next try has. */
    double share() {
        return share;
    }
}
