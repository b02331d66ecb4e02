package io.gridhook.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Bounds what is under way at a time on this instance: to each endpoint, over all, and among the exchanges that were handed off because
 * they are slow. An endpoint that comes back from probation starts with one delivery at a time; each success doubles that.
 */
public final class Bulkhead {
    /**
     * Bounds.
     *
     * @param perEndpoint POSTs under way to one endpoint, handed-off ones included
     * @param perInstance POSTs under way that invocations wait for
     * @param slow POSTs that were handed off
     */
    public record Limits(int perEndpoint, int perInstance, int slow) {
        /** Ours: below the webhook client's connection pool, so that nothing waits there. */
        public static final Limits STANDARD = new Limits(128, 1_024, 1_024);

        public Limits {
            if (perEndpoint < 1 || perInstance < 1 || slow < 0) {
                throw new IllegalArgumentException("limits: " + perEndpoint + ", " + perInstance + ", " + slow
                        + " (expected: 1 or more, 1 or more, 0 or more)");
            }
        }
    }

    private static final class Lane {
        private int underWay;
        private int slow;
        private int limit;

        private Lane(int limit) {
            this.limit = limit;
        }
    }

    /** Compared by identity: each is one caller's. */
    private static final class Waiting {
        private final String endpoint;
        private final Runnable turn;

        private Waiting(String endpoint, Runnable turn) {
            this.endpoint = endpoint;
            this.turn = turn;
        }

        private String endpoint() {
            return endpoint;
        }

        private Runnable turn() {
            return turn;
        }
    }

    private final Limits limits;
    private final Map<String, Lane> lanes = new HashMap<>();
    /** In the order in which they came; each removed by its turn. */
    private final List<Waiting> waiting = new ArrayList<>();

    private int underWay;
    private int slow;

    public Bulkhead(Limits limits) {
        this.limits = limits;
    }

    /**
     * Takes a place for a POST to this endpoint; false if there is none, or others wait for it.
     *
     * @param isTurn whether the caller waited and was told that it is its turn
     */
    synchronized boolean enter(String endpoint, boolean isTurn) {
        if (!hasRoom(endpoint) || (!isTurn && isWaitedFor(endpoint))) {
            return false;
        }
        lanes.computeIfAbsent(endpoint, key -> new Lane(limits.perEndpoint())).underWay++;
        underWay++;
        return true;
    }

    /**
     * Lines up for a place; {@code turn} runs once, when there is one that nobody else waits for longer.
     *
     * @return leaves the line; of no effect after the turn
     */
    synchronized Runnable await(String endpoint, Runnable turn) {
        Waiting one = new Waiting(endpoint, turn);
        waiting.add(one);
        return () -> giveUp(one);
    }

    private synchronized void giveUp(Waiting one) {
        waiting.remove(one);
    }

    /** Tells whoever waits longest for a place that there is. To be called when a turn was not needed, or did not take all. */
    void next() {
        Optional<Waiting> next;
        synchronized (this) {
            next = waiting.stream().filter(one -> hasRoom(one.endpoint())).findFirst();
            next.ifPresent(waiting::remove);
        }
        next.ifPresent(one -> one.turn().run());
    }

    private boolean hasRoom(String endpoint) {
        Lane lane = lanes.get(endpoint);
        return underWay < limits.perInstance() && (lane == null || lane.underWay < lane.limit);
    }

    private boolean isWaitedFor(String endpoint) {
        return waiting.stream().anyMatch(one -> one.endpoint().equals(endpoint));
    }

    /** Whether all places of this endpoint are taken by handed-off POSTs: to wait for one may take minutes. */
    synchronized boolean isStuck(String endpoint) {
        Lane lane = lanes.get(endpoint);
        return lane != null && lane.slow >= lane.limit;
    }

    /** Gives the place of a POST back that its invocation waited for. */
    void leave(String endpoint, boolean succeeded) {
        synchronized (this) {
            underWay--;
            leaveLane(endpoint, succeeded);
        }
        next();
    }

    /** Moves a POST to the slow ones, which no invocation waits for; false if they are too many. */
    boolean handOff(String endpoint) {
        synchronized (this) {
            Lane lane = lanes.get(endpoint);
            if (lane == null || slow >= limits.slow()) {
                return false;
            }
            lane.slow++;
            slow++;
            underWay--;
        }
        next();
        return true;
    }

    /** Takes {@link #handOff} back. */
    synchronized void takeBack(String endpoint) {
        leaveSlow(endpoint);
        underWay++;
    }

    /** Gives the place of a handed-off POST back. */
    void leaveSlow(String endpoint, boolean succeeded) {
        synchronized (this) {
            leaveSlow(endpoint);
            leaveLane(endpoint, succeeded);
        }
        next();
    }

    /** Starts an endpoint over with one POST at a time. */
    synchronized void rampUp(String endpoint) {
        lanes.computeIfAbsent(endpoint, key -> new Lane(limits.perEndpoint())).limit = 1;
    }

    private void leaveSlow(String endpoint) {
        slow--;
        Lane lane = lanes.get(endpoint);
        if (lane != null) {
            lane.slow--;
        }
    }

    private void leaveLane(String endpoint, boolean succeeded) {
        Lane lane = lanes.get(endpoint);
        if (lane == null) {
            return;
        }
        lane.underWay--;
        if (succeeded) {
            lane.limit = Math.min(lane.limit * 2, limits.perEndpoint());
        }
        forgetIfUsual(endpoint, lane);
    }

    /** What is as it would be made anew need not be kept. */
    private void forgetIfUsual(String endpoint, Lane lane) {
        if (lane.underWay == 0 && lane.limit == limits.perEndpoint()) {
            lanes.remove(endpoint);
        }
    }
}
