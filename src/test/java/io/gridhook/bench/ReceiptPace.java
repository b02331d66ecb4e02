package io.gridhook.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Lets no more publishes be under way, from their sending to their receipt, than a window: a closed loop from end to end, which finds
 * what can be kept up with, where one that waits for answers alone finds how fast a line can grow.
 */
final class ReceiptPace implements Load.Pace {
    /** Ours: deliveries under way, which are enough while they are counted anew every few milliseconds. */
    private static final int DELIVERIES_MAX = 1_000;

    /** Ours: publishes under way at least, however many deliveries each makes. */
    private static final int PUBLISHES_MIN = 32;

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final SinkProcess sink;
    private final int deliveries;
    private final int window;
    private final long before;
    private long polled;
    private long came;

    /** For publishes that make so many deliveries each. */
    ReceiptPace(SinkProcess sink, int deliveries) throws IOException {
        this.sink = sink;
        this.deliveries = deliveries;
        this.window = Math.max(PUBLISHES_MIN, DELIVERIES_MAX / deliveries);
        this.before = sink.counts().events();
        this.polled = System.nanoTime();
    }

    @Override
    public boolean maySend(int sent) throws IOException {
        if (sent < came / deliveries + window) {
            return true;
        }
        long now = System.nanoTime();
        if (now - polled < POLL_NANOS) {
            return false;
        }
        polled = now;
        came = sink.counts().events() - before;
        return sent < came / deliveries + window;
    }
}
