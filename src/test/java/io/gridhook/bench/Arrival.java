package io.gridhook.bench;

/**
 * An event that is to be published at a fixed time, whatever became of those before it.
 *
 * @param offsetNanos after the start of the load
 * @param endpoint which endpoint it goes to
 * @param eventId unique in a benchmark
 * @param measured whether its latency counts; the first seconds' does not
 */
record Arrival(long offsetNanos, int endpoint, String eventId, boolean measured) {
    Arrival {
        if (offsetNanos < 0) {
            throw new IllegalArgumentException("offsetNanos: " + offsetNanos + " (expected: 0 or more)");
        }
    }
}
