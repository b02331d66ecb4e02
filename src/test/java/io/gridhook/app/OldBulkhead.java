package io.gridhook.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The bulkhead as it was until the delivery engine became one state machine, reduced to one limit for each endpoint. Each method is one
 * critical section. The round called {@link #enter}, {@link #isStuck} and {@link #await} one after the other, so a {@link #leave} between
 * them wakes nobody.
 */
final class OldBulkhead {
    private record Waiting(String endpoint, Runnable turn) {}

    private final int limit;
    private final Map<String, Integer> underWay = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();

    OldBulkhead(int limit) {
        this.limit = limit;
    }

    /** Whether the caller has a permit now. */
    synchronized boolean enter(String endpoint, boolean isTurn) {
        if (!hasRoom(endpoint) || (!isTurn && isWaitedFor(endpoint))) {
            return false;
        }
        underWay.merge(endpoint, 1, Integer::sum);
        return true;
    }

    /** In the original: whether all permits are taken by slow POSTs. There are none here. */
    synchronized boolean isStuck(String endpoint) {
        return underWay.getOrDefault(endpoint, 0) > limit;
    }

    /** Queues for a permit. */
    synchronized void await(String endpoint, Runnable turn) {
        waiting.add(new Waiting(endpoint, turn));
    }

    void leave(String endpoint) {
        synchronized (this) {
            underWay.merge(endpoint, -1, Integer::sum);
        }
        next();
    }

    /** Wakes the caller that has queued longest for a permit that is free. */
    void next() {
        Optional<Waiting> next = Optional.empty();
        synchronized (this) {
            for (Waiting one : waiting) {
                if (hasRoom(one.endpoint())) {
                    next = Optional.of(one);
                    break;
                }
            }
            next.ifPresent(waiting::remove);
        }
        next.ifPresent(one -> one.turn().run());
    }

    /** Whether a permit is free and somebody queues for it: nobody will wake it. */
    synchronized boolean isAnybodyForgotten() {
        return waiting.stream().anyMatch(one -> hasRoom(one.endpoint()));
    }

    private boolean hasRoom(String endpoint) {
        return underWay.getOrDefault(endpoint, 0) < limit;
    }

    private boolean isWaitedFor(String endpoint) {
        for (Waiting one : waiting) {
            if (one.endpoint().equals(endpoint)) {
                return true;
            }
        }
        return false;
    }
}
