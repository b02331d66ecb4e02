package io.gridhook.local;

import java.time.Duration;

/** Counts what runs, so that a stop can wait for it. */
final class InFlight {
    private int running;
    private boolean refusing;

    /** Begins one, unless no more are taken; each that began must {@link #leave}. */
    synchronized boolean enter() {
        if (refusing) {
            return false;
        }
        running++;
        return true;
    }

    synchronized void leave() {
        running--;
        notifyAll();
    }

    synchronized void refuseMore() {
        refusing = true;
    }

    /** Waits until nothing runs, at most so long; false if something still does. */
    synchronized boolean awaitIdle(Duration most) throws InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        while (running > 0) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000 + 1);
        }
        return true;
    }
}
