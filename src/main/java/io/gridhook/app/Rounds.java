package io.gridhook.app;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The rounds of this instance that wait for an answer, handed-off exchanges included, so that a shutdown can end them in order. */
final class Rounds {
    private final Set<DeliveryRound> underWay = new HashSet<>();
    private final CompletableFuture<Void> idle = new CompletableFuture<>();
    private boolean stopping;

    /** False: none begins any more. */
    synchronized boolean begin(DeliveryRound round) {
        if (!stopping) {
            underWay.add(round);
        }
        return !stopping;
    }

    void end(DeliveryRound round) {
        boolean isIdle;
        synchronized (this) {
            underWay.remove(round);
            isIdle = stopping && underWay.isEmpty();
        }
        if (isIdle) {
            idle.complete(null);
        }
    }

    /** Lets no more begin, and the invocations of those under way end; done when none waits for an answer any more. */
    CompletableFuture<Void> stop() {
        boolean isIdle;
        synchronized (this) {
            stopping = true;
            isIdle = underWay.isEmpty();
        }
        if (isIdle) {
            idle.complete(null);
        }
        each(DeliveryRound::stop);
        return idle;
    }

    /** Waits for no answer any more. */
    void giveUp() {
        each(DeliveryRound::giveUp);
    }

    private void each(Consumer<DeliveryRound> action) {
        List<DeliveryRound> all;
        synchronized (this) {
            all = new ArrayList<>(underWay);
        }
        all.forEach(action);
    }
}
