package io.gridhook.bench;

import java.util.Locale;

/**
 * What one arm of one round came to.
 *
 * @param latencies of the measured events of good endpoints, from the time they were to be published to their receipt
 * @param missing how many of them were accepted and did not arrive within the wait
 * @param refused publishes not answered 200
 * @param waiting messages in the queues when the load ended
 * @param lateness by how much the publisher itself was late
 */
record IsolationRun(
        int round, Arm arm, Latencies latencies, int missing, long refused, long waiting, Latencies lateness) {
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "round %d %-7s p50 %.1f ms, p99 %.1f ms, %d events, %d missing, %d refused, %d messages wait, late p99 %.1f ms",
                round,
                arm,
                latencies.millis(50),
                latencies.millis(99),
                latencies.count(),
                missing,
                refused,
                waiting,
                lateness.millis(99));
    }
}
