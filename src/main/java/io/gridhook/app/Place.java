package io.gridhook.app;

/** A POST's place, from its start to its end. What it says is guarded by the {@link Bulkhead} that gave it. */
final class Place {
    /** Whose places it is one of. */
    enum Pool {
        INSTANCE,
        SLOW,
        /** The response timeout has passed; it may be given up for another. */
        LATE,
        NONE
    }

    private final String endpoint;
    private final Runnable giveUp;

    Pool pool;
    boolean inLane = true;
    boolean outlasted;

    /**
     * A place in a lane and a pool.
     *
     * @param giveUp ends the exchange when another needs what it holds
     */
    Place(String endpoint, Pool pool, Runnable giveUp) {
        this.endpoint = endpoint;
        this.pool = pool;
        this.giveUp = giveUp;
    }

    String endpoint() {
        return endpoint;
    }

    void giveUp() {
        giveUp.run();
    }
}
