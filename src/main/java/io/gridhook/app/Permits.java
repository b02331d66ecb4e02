package io.gridhook.app;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Bounds how many POSTs are open at a time on this instance: to each endpoint, in all, and among slow ones. It also knows who is queued
 * for a permit. An endpoint that comes back from probation starts with one POST at a time; each success
 * doubles that.
 *
 * <p>A POST to an endpoint that was slow last takes a permit of the slow pool from its start, and none of the instance's. So when that
 * pool is full, only such endpoints wait. A POST to another endpoint moves there when it outlasts its invocation's budget; where there is
 * no room it keeps the instance's permit, and is handed off all the same. A POST whose response timeout has passed only waits for a late
 * answer: it keeps the slow pool's permit as long as nobody else needs it.
 *
 * <p>Invariants, checked by {@link #check}: the permits taken are the permits held; while a permit is free, nobody who may have it is
 * queued for it; each turn is passed on exactly once. Not thread-safe: {@link Dispatch} owns it.
 */
public final class Permits {
    /**
     * Concurrency limits.
     *
     * @param perEndpoint open POSTs to one endpoint, handed-off ones included until their response timeout; 1 or more
     * @param perInstance open POSTs to endpoints that were not slow last; 1 or more
     * @param slow open POSTs to slow endpoints, and handed-off ones; as many in all may wait for a late answer; 1 or more
     */
    public record Limits(int perEndpoint, int perInstance, int slow) {
        /** Below the webhook client's connection pool, so that nothing waits there. */
        public static final Limits STANDARD = new Limits(128, 1_024, 1_024);

        public Limits {
            if (perEndpoint < 1 || perInstance < 1 || slow < 1) {
                throw new IllegalArgumentException(
                        "limits: " + perEndpoint + ", " + perInstance + ", " + slow + " (expected: each 1 or more)");
            }
        }
    }

    /** Which count a permit belongs to. */
    enum Pool {
        INSTANCE,
        SLOW,
        /** The response timeout has passed: it yields to others. */
        LATE,
        NONE
    }

    /** The permission for one POST, from its start to its end. */
    static final class Permit {
        private final String endpoint;
        private Pool pool = Pool.NONE;
        private boolean isInLane = true;
        private boolean isOutlasting;
        private Optional<Post> post = Optional.empty();

        private Permit(String endpoint) {
            this.endpoint = endpoint;
        }

        /** The POST that is to be ended where another needs what this holds. */
        void usedBy(Post user) {
            post = Optional.of(user);
        }
    }

    /** The answer to {@link #takeOrQueue}. */
    enum Entry {
        TAKEN,
        QUEUED,
        /** No permit is likely soon: those of the endpoint, or all of the slow pool, belong to slow POSTs. */
        STUCK
    }

    /** Whose turn it is to take permits for an endpoint. */
    record Turn(String endpoint, DeliveryRound round) {}

    /** Bounds what is remembered of endpoints; the oldest is forgotten first. */
    private static final int REMEMBERED_MAX = 10_000;

    private final class Lane {
        private int taken;
        private int outlasting;
        private int limit = limits.perEndpoint();
    }

    private final Limits limits;
    private final Map<String, Lane> lanes = new HashMap<>();
    private final Set<String> slowEndpoints = new LinkedHashSet<>();
    private final Set<Permit> held = new LinkedHashSet<>();
    /** The oldest first. */
    private final Set<Permit> late = new LinkedHashSet<>();
    /** In the order in which they came; each leaves it by its turn, or early. */
    private final Set<Turn> queue = new LinkedHashSet<>();

    private final Map<String, Integer> queuedFor = new HashMap<>();
    private final Deque<Post> yielding = new ArrayDeque<>();

    private int takenOfInstance;
    private int takenOfSlow;
    /** A permit may have become free since the last look for a turn. */
    private boolean mayHaveRoom;

    Permits(Limits limits) {
        this.limits = limits;
    }

    /**
     * Takes a permit for a POST of {@code attempt}, or queues its round for one.
     *
     * @param isTurn whether the round was queued and it is its turn
     */
    Entry takeOrQueue(Attempt attempt, boolean isTurn) {
        String endpoint = attempt.endpoint();
        if (hasRoom(endpoint) && (isTurn || !queuedFor.containsKey(endpoint))) {
            attempt.permitted(take(endpoint));
            return Entry.TAKEN;
        }
        if (isStuck(endpoint)) {
            return Entry.STUCK;
        }
        if (queue.add(new Turn(endpoint, attempt.round()))) {
            queuedFor.merge(endpoint, 1, Integer::sum);
        }
        return Entry.QUEUED;
    }

    private Permit take(String endpoint) {
        Permit permit = new Permit(endpoint);
        lanes.computeIfAbsent(endpoint, key -> new Lane()).taken++;
        held.add(permit);
        if (slowEndpoints.contains(endpoint)) {
            permit.pool = Pool.SLOW;
            takenOfSlow++;
            yieldLate();
        } else {
            permit.pool = Pool.INSTANCE;
            takenOfInstance++;
        }
        return permit;
    }

    boolean isQueued(DeliveryRound round, String endpoint) {
        return queue.contains(new Turn(endpoint, round));
    }

    /** Takes a round out of all queues that it stands in. A turn that it would have had is the next one's. */
    void leaveQueues(DeliveryRound round) {
        queue.stream().filter(turn -> turn.round() == round).toList().forEach(this::dequeue);
        mayHaveRoom = true;
    }

    private void dequeue(Turn turn) {
        if (queue.remove(turn)) {
            queuedFor.computeIfPresent(turn.endpoint(), (key, count) -> count > 1 ? count - 1 : null);
        }
    }

    /** The round that has been queued longest for a permit that is free; it is queued no longer. To be asked until there is none. */
    Optional<Turn> nextTurn() {
        if (!mayHaveRoom) {
            return Optional.empty();
        }
        Optional<Turn> next =
                queue.stream().filter(turn -> hasRoom(turn.endpoint())).findFirst();
        next.ifPresentOrElse(this::dequeue, () -> mayHaveRoom = false);
        return next;
    }

    private boolean hasRoom(String endpoint) {
        Lane lane = lanes.get(endpoint);
        boolean poolHasRoom =
                slowEndpoints.contains(endpoint) ? takenOfSlow < limits.slow() : takenOfInstance < limits.perInstance();
        return poolHasRoom && (lane == null || lane.taken < lane.limit);
    }

    private boolean isStuck(String endpoint) {
        Lane lane = lanes.get(endpoint);
        return (lane != null && lane.outlasting >= lane.limit)
                || (slowEndpoints.contains(endpoint) && takenOfSlow >= limits.slow());
    }

    // What happens to a permit

    /** The POST goes on after its invocation's budget. It moves to the slow pool if there is room. */
    void outlast(Permit permit) {
        Lane lane = lanes.get(permit.endpoint);
        if (lane != null && permit.isInLane && !permit.isOutlasting) {
            permit.isOutlasting = true;
            lane.outlasting++;
        }
        if (permit.pool == Pool.INSTANCE && takenOfSlow < limits.slow()) {
            takenOfInstance--;
            permit.pool = Pool.SLOW;
            takenOfSlow++;
        }
        changed();
    }

    /** The POST's response timeout has passed: it only waits for a late answer, and gives its endpoint's permit back. */
    void late(Permit permit) {
        boolean isOpen = permit.pool != Pool.NONE;
        leavePool(permit);
        leaveLane(permit, false);
        if (isOpen) {
            permit.pool = Pool.LATE;
            late.add(permit);
            held.add(permit);
        }
        changed();
    }

    /**
     * Gives back what the POST still holds; it has ended.
     *
     * @param succeeded whether the endpoint proved to be alive, which doubles the limit of one that is ramped up
     */
    void giveBack(Permit permit, boolean succeeded) {
        leavePool(permit);
        leaveLane(permit, succeeded);
        changed();
    }

    private void leavePool(Permit permit) {
        if (permit.pool == Pool.INSTANCE) {
            takenOfInstance--;
        } else if (permit.pool == Pool.SLOW) {
            takenOfSlow--;
        }
        late.remove(permit);
        held.remove(permit);
        permit.pool = Pool.NONE;
    }

    private void leaveLane(Permit permit, boolean succeeded) {
        Lane lane = lanes.get(permit.endpoint);
        if (lane == null || !permit.isInLane) {
            return;
        }
        permit.isInLane = false;
        lane.taken--;
        if (permit.isOutlasting) {
            lane.outlasting--;
        }
        if (succeeded) {
            lane.limit = Math.min(lane.limit * 2, limits.perEndpoint());
        }
        if (lane.taken == 0 && lane.limit == limits.perEndpoint()) {
            lanes.remove(permit.endpoint);
        }
    }

    private void changed() {
        mayHaveRoom = true;
        yieldLate();
    }

    private void yieldLate() {
        while (takenOfSlow + late.size() > limits.slow() && !late.isEmpty()) {
            Permit oldest = late.iterator().next();
            leavePool(oldest);
            oldest.post.ifPresent(yielding::add);
        }
    }

    /** The POSTs that have lost their permits to others since the last call: they are to be cancelled. Their hand-offs say that they timed out. */
    List<Post> yielded() {
        List<Post> all = List.copyOf(yielding);
        yielding.clear();
        return all;
    }

    // What is known of endpoints

    /** A POST of this endpoint took longer than an invocation waits. */
    void wasSlow(String endpoint) {
        slowEndpoints.remove(endpoint);
        slowEndpoints.add(endpoint);
        if (slowEndpoints.size() > REMEMBERED_MAX) {
            slowEndpoints.remove(slowEndpoints.iterator().next());
        }
        changed();
    }

    /** A POST of this endpoint succeeded in less time. */
    void wasFast(String endpoint) {
        if (slowEndpoints.remove(endpoint)) {
            changed();
        }
    }

    /** Starts an endpoint over with one POST at a time. */
    void rampUp(String endpoint) {
        if (lanes.size() >= REMEMBERED_MAX) {
            lanes.values().removeIf(lane -> lane.taken == 0);
        }
        lanes.computeIfAbsent(endpoint, key -> new Lane()).limit = 1;
        changed();
    }

    /** Whether no permit is held, and nobody is queued for one. For tests. */
    boolean isUnused() {
        return held.isEmpty() && queue.isEmpty();
    }

    /**
     * Counts everything anew, and compares. For tests and replays.
     *
     * @throws IllegalStateException if an invariant does not hold
     */
    void check() {
        Map<String, Integer> inLane = new HashMap<>();
        Map<Pool, Integer> inPool = new EnumMap<>(Pool.class);
        for (Permit permit : held) {
            inPool.merge(permit.pool, 1, Integer::sum);
            if (permit.isInLane) {
                inLane.merge(permit.endpoint, 1, Integer::sum);
            }
        }
        expect(takenOfInstance == inPool.getOrDefault(Pool.INSTANCE, 0), "the instance's permits taken are those held");
        expect(takenOfSlow == inPool.getOrDefault(Pool.SLOW, 0), "the slow pool's permits taken are those held");
        expect(late.size() == inPool.getOrDefault(Pool.LATE, 0), "the late ones are held");
        expect(takenOfSlow + late.size() <= limits.slow() || late.isEmpty(), "late ones yield");
        expect(lanes.keySet().containsAll(inLane.keySet()), "each permit held is of a lane");
        lanes.forEach((endpoint, lane) ->
                expect(lane.taken == inLane.getOrDefault(endpoint, 0), "an endpoint's permits taken are those held"));
        int queued = 0;
        for (int count : queuedFor.values()) {
            queued += count;
        }
        expect(queue.size() == queued, "the queue is counted");
        for (String endpoint : queuedFor.keySet()) {
            expect(!hasRoom(endpoint), "nobody is queued for a permit that is free");
        }
    }

    private static void expect(boolean holds, String invariant) {
        if (!holds) {
            throw new IllegalStateException("permits: it does not hold that " + invariant);
        }
    }
}
