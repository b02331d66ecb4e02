package io.gridhook.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Bounds what is under way at a time on this instance: to each endpoint, over all, and among slow POSTs. An endpoint that comes back
 * from probation starts with one delivery at a time; each success doubles that.
 *
 * <p>A POST to an endpoint that was slow last takes a place of the {@link SlowPool} from its start, and none of the instance's. So when
 * that pool is full, only such endpoints wait. A POST to another endpoint moves there when it outlasts its invocation's patience; where
 * there is no room it keeps the instance's place, and is handed off all the same.
 */
public final class Bulkhead {
    /**
     * Bounds.
     *
     * @param perEndpoint POSTs under way to one endpoint, handed-off ones included until their response timeout
     * @param perInstance POSTs under way to endpoints that were not slow last
     * @param slow POSTs to endpoints that were, and handed-off ones; at most as many wait for a late answer, fewer while those are many
     */
    public record Limits(int perEndpoint, int perInstance, int slow) {
        /** Ours: below the webhook client's connection pool, so that nothing waits there. */
        public static final Limits STANDARD = new Limits(128, 1_024, 1_024);

        public Limits {
            if (perEndpoint < 1 || perInstance < 1 || slow < 1) {
                throw new IllegalArgumentException(
                        "limits: " + perEndpoint + ", " + perInstance + ", " + slow + " (expected: each 1 or more)");
            }
        }
    }

    /** Ours: bounds what is remembered of endpoints that nothing is sent to just now; then remembering starts again. */
    private static final int REMEMBERED_MAX = 10_000;

    private static final class Lane {
        private int underWay;
        private int outlasting;
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
    private final SlowPool slowPool;
    private final Map<String, Lane> lanes = new HashMap<>();
    /** In the order in which they came; each removed by its turn. */
    private final List<Waiting> waiting = new ArrayList<>();

    private int underWay;

    public Bulkhead(Limits limits) {
        this.limits = limits;
        this.slowPool = new SlowPool(limits.slow());
    }

    /**
     * The answer to {@link #enterOrLineUp}.
     *
     * @param place to send from; absent: there is none
     * @param leave leaves the line and passes a turn on; absent: the caller stands in none, as no place is likely soon
     */
    record Entry(Optional<Place> place, Optional<Runnable> leave) {
        private static final Entry STUCK = new Entry(Optional.empty(), Optional.empty());
    }

    /**
     * Takes a place for a POST to this endpoint, or lines up for one. Both are one atomic step: a place that is given back meanwhile
     * either is taken here, or finds the caller in the line.
     *
     * @param isTurn whether the caller waited and was told that it is its turn
     * @param giveUp ends the exchange; may be called once, after {@link #late}
     * @param turn runs once, when there is a place that nobody else waits for longer
     */
    synchronized Entry enterOrLineUp(String endpoint, boolean isTurn, Runnable giveUp, Runnable turn) {
        if (hasRoom(endpoint) && (isTurn || !isWaitedFor(endpoint))) {
            return new Entry(Optional.of(enter(endpoint, giveUp)), Optional.empty());
        }
        if (isStuck(endpoint)) {
            return Entry.STUCK;
        }
        Waiting one = new Waiting(endpoint, turn);
        waiting.add(one);
        return new Entry(Optional.empty(), Optional.of(() -> change(() -> waiting.remove(one))));
    }

    private Place enter(String endpoint, Runnable giveUp) {
        lanes.computeIfAbsent(endpoint, key -> new Lane(limits.perEndpoint())).underWay++;
        Place place = new Place(endpoint, Place.Pool.INSTANCE, giveUp);
        if (slowPool.isSlow(endpoint)) {
            slowPool.take(place);
        } else {
            underWay++;
        }
        return place;
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
        boolean poolHasRoom = slowPool.isSlow(endpoint) ? slowPool.hasRoom() : underWay < limits.perInstance();
        return poolHasRoom && (lane == null || lane.underWay < lane.limit);
    }

    private boolean isWaitedFor(String endpoint) {
        return waiting.stream().anyMatch(one -> one.endpoint().equals(endpoint));
    }

    /** Whether no place for this endpoint is likely soon: its own, or all of the slow ones, are taken by POSTs that are slow. */
    private boolean isStuck(String endpoint) {
        Lane lane = lanes.get(endpoint);
        return (lane != null && lane.outlasting >= lane.limit) || (slowPool.isSlow(endpoint) && !slowPool.hasRoom());
    }

    /** A POST of this endpoint took longer than an invocation waits. */
    void wasSlow(String endpoint) {
        change(() -> slowPool.remember(endpoint));
    }

    /** A POST of this endpoint succeeded in less time. */
    void wasFast(String endpoint) {
        change(() -> slowPool.forget(endpoint));
    }

    /** The POST goes on when its invocation's patience is over. It moves to the slow ones if there is room. */
    void outlast(Place place) {
        change(() -> {
            Lane lane = lanes.get(place.endpoint());
            if (lane != null && place.inLane && !place.outlasted) {
                place.outlasted = true;
                lane.outlasting++;
            }
            if (place.pool == Place.Pool.INSTANCE && slowPool.hasRoom()) {
                underWay--;
                slowPool.take(place);
            }
        });
    }

    /** The POST's response timeout has passed: it waits for a late answer only, and gives its endpoint's place back. */
    void late(Place place) {
        change(() -> {
            boolean isOpen = place.pool != Place.Pool.NONE;
            leavePool(place);
            leaveLane(place, false);
            if (isOpen) {
                slowPool.addLate(place);
            }
        });
    }

    /** Gives back what the POST still holds; it has ended. */
    void leave(Place place, boolean succeeded) {
        change(() -> {
            leavePool(place);
            leaveLane(place, succeeded);
        });
    }

    private void change(Runnable change) {
        Optional<Place> yielding;
        synchronized (this) {
            change.run();
            yielding = slowPool.yielding();
        }
        yielding.ifPresent(Place::giveUp);
        next();
    }

    /** Starts an endpoint over with one POST at a time. */
    synchronized void rampUp(String endpoint) {
        if (lanes.size() >= REMEMBERED_MAX) {
            lanes.values().removeIf(lane -> lane.underWay == 0);
        }
        lanes.computeIfAbsent(endpoint, key -> new Lane(limits.perEndpoint())).limit = 1;
    }

    private void leavePool(Place place) {
        if (place.pool == Place.Pool.INSTANCE) {
            underWay--;
        }
        slowPool.leave(place);
    }

    private void leaveLane(Place place, boolean succeeded) {
        Lane lane = lanes.get(place.endpoint());
        if (lane == null || !place.inLane) {
            return;
        }
        place.inLane = false;
        lane.underWay--;
        if (place.outlasted) {
            lane.outlasting--;
        }
        if (succeeded) {
            lane.limit = Math.min(lane.limit * 2, limits.perEndpoint());
        }
        forgetIfUsual(place.endpoint(), lane);
    }

    /** What is as it would be made anew need not be kept. */
    private void forgetIfUsual(String endpoint, Lane lane) {
        if (lane.underWay == 0 && lane.limit == limits.perEndpoint()) {
            lanes.remove(endpoint);
        }
    }
}
