package io.gridhook.app;

import io.gridhook.core.delivery.SubscriptionRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The batches of this instance that wait for a place of their endpoint, of all messages and both queues, so that whoever gets one takes
 * with it what may share its POST. Nobody waits to be taken: what finds a place goes at once.
 */
final class WaitingBatches {
    /** In the order in which they came; with whom to tell that they were taken. */
    private final Map<SubscriptionRef, Map<Batch, Runnable>> waiting = new HashMap<>();

    /**
     * A batch waits; one whose subscription does not batch is nobody's company.
     *
     * @param taken runs once, if another's POST takes it
     */
    synchronized void offer(Batch batch, Runnable taken) {
        if (batch.subscription().batching().isOn()) {
            waiting.computeIfAbsent(batch.ref(), key -> new LinkedHashMap<>()).put(batch, taken);
        }
    }

    /** Takes a batch back, to be sent or put off by its own round. False: a POST has taken it. */
    synchronized boolean withdraw(Batch batch) {
        remove(batch);
        return !batch.isTaken();
    }

    private void remove(Batch batch) {
        Map<Batch, Runnable> others = waiting.get(batch.ref());
        if (others != null) {
            others.remove(batch);
            if (others.isEmpty()) {
                waiting.remove(batch.ref());
            }
        }
    }

    /** Adds to a POST what may share it. */
    void gather(Post post) {
        List<Runnable> taken = new ArrayList<>();
        synchronized (this) {
            SubscriptionRef ref = SubscriptionRef.of(post.subscription().subscription());
            Map<Batch, Runnable> others = waiting.getOrDefault(ref, new HashMap<>());
            for (Iterator<Map.Entry<Batch, Runnable>> left = others.entrySet().iterator(); left.hasNext(); ) {
                Map.Entry<Batch, Runnable> other = left.next();
                if (post.mayTake(other.getKey())) {
                    post.add(other.getKey());
                    taken.add(other.getValue());
                    left.remove();
                }
            }
            if (others.isEmpty()) {
                waiting.remove(ref);
            }
        }
        taken.forEach(Runnable::run);
    }
}
