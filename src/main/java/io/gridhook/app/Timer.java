package io.gridhook.app;

/**
 * A timer that {@link Dispatch} asked for. Whether it is started or forgotten first depends on the threads that carry out commands; so it
 * remembers that it was forgotten.
 */
final class Timer {
    /** What is over when the timer fires. */
    enum Kind {
        /** An invocation's budget, of a {@link DeliveryRound}. */
        BUDGET,
        /** The time after which a POST is slow, of an {@link Attempt}. */
        SLOW,
        /** The response timeout of an {@link Attempt}. */
        TIMEOUT,
        /** The time by which a {@link Handoff} with an answer is settled. */
        SETTLE_BY
    }

    private final Kind kind;
    private final Object of;
    private final DeliveryRound round;
    private final String id;
    private Runnable forget = () -> {};
    private boolean isOver;

    Timer(Kind kind, DeliveryRound round, Object of, String id) {
        this.kind = kind;
        this.round = round;
        this.of = of;
        this.id = kind + " " + id;
    }

    Kind kind() {
        return kind;
    }

    Object of() {
        return of;
    }

    DeliveryRound round() {
        return round;
    }

    String id() {
        return id;
    }

    /** It runs now; {@code how} forgets it. */
    void started(Runnable how) {
        boolean isTooLate;
        synchronized (this) {
            isTooLate = isOver;
            forget = how;
        }
        if (isTooLate) {
            how.run();
        }
    }

    /** Releases what the timer holds in memory. */
    void forget() {
        Runnable how;
        synchronized (this) {
            isOver = true;
            how = forget;
        }
        how.run();
    }
}
