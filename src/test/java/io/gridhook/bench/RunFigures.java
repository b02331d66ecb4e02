package io.gridhook.bench;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What one load came to.
 *
 * @param workload what was published
 * @param step which of its runs
 * @param publishesPerSecond sent, on the mean
 * @param expected deliveries of what was accepted
 * @param seconds from the first publish to the last receipt
 * @param latencies from the time at which an event was to be published to its receipt
 * @param lateness from there to its sending: the wait for a free connection
 * @param missing deliveries of accepted events that did not come
 * @param duplicates receipts beyond the first of an event by an endpoint
 * @param refused publishes not answered 200
 * @param refusals how often each other status came
 * @param requests POSTs at the receiver
 * @param use CPU and storage from before the first publish until all had come
 * @param bySecond deliveries in each second
 * @param keptUp whether it counts as sustained
 */
record RunFigures(
        Workload workload,
        String step,
        double publishesPerSecond,
        long expected,
        double seconds,
        Latencies latencies,
        Latencies lateness,
        long missing,
        long duplicates,
        int refused,
        Map<Integer, Integer> refusals,
        long requests,
        StageUse use,
        List<Integer> bySecond,
        boolean keptUp) {
    RunFigures {
        refusals = Map.copyOf(refusals);
        bySecond = List.copyOf(bySecond);
    }

    double deliveriesPerSecond() {
        return seconds == 0 ? 0 : (expected - missing) / seconds;
    }

    /** Deliveries a second while the load went on, but for its first second: without the way there and the wait for the last. */
    double steadyPerSecond(Duration load) {
        return bySecond.stream()
                .limit(load.toSeconds())
                .skip(1)
                .mapToInt(Integer::intValue)
                .average()
                .orElse(deliveriesPerSecond());
    }

    /** So many CPU seconds as a share of those that there were; empty if nothing was delivered. */
    Optional<Double> share(double cpuSeconds) {
        double available = seconds * Runtime.getRuntime().availableProcessors();
        return available == 0 ? Optional.empty() : Optional.of(cpuSeconds / available);
    }

    double perDelivery(double amount) {
        return expected == 0 ? 0 : amount / expected;
    }

    /** Published and accepted. */
    long events() {
        return expected / workload.endpoints();
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s, %s: %,.0f publishes/s, %,.0f deliveries/s, p50 %.1f ms, p99 %.1f ms, late p99 %.1f ms, %d refused %s,"
                        + " %d missing, %d twice%s",
                workload.title(),
                step,
                publishesPerSecond,
                deliveriesPerSecond(),
                latencies.millis(50),
                latencies.millis(99),
                lateness.millis(99),
                refused,
                refusals,
                missing,
                duplicates,
                keptUp ? ": kept up" : "");
    }
}
