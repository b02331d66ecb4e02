package io.gridhook.bench;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How the throughput suite runs.
 *
 * @param workloads which, in this order
 * @param probe how long the closed loop runs that the first rate is estimated from
 * @param run how long each open loop runs
 * @param steady how long the workload with a rate of its own does
 * @param idle how long nothing is published
 * @param ceiling how long the ceiling is measured
 * @param tries open loops at most, in search of the highest rate
 * @param rate publishes a second, instead of a search
 * @param connections of the publisher
 */
record ThroughputOptions(
        List<Workload> workloads,
        Duration probe,
        Duration run,
        Duration steady,
        Duration idle,
        Duration ceiling,
        int tries,
        OptionalDouble rate,
        int connections) {
    /** Issue 6, point 1. */
    static final int CONNECTIONS = 64;

    /** Issue 6, point 1: events a second for latency. */
    static final double STEADY_PER_SECOND = 50;

    ThroughputOptions {
        workloads = List.copyOf(workloads);
    }

    /** About two minutes. */
    static ThroughputOptions quick(List<Workload> workloads, OptionalDouble rate) {
        return new ThroughputOptions(
                workloads, seconds(3), seconds(4), seconds(10), seconds(5), seconds(2), 2, rate, CONNECTIONS);
    }

    /** About ten minutes with runs of 10 s. */
    static ThroughputOptions of(List<Workload> workloads, int runSeconds, OptionalDouble rate) {
        return new ThroughputOptions(
                workloads,
                seconds(8),
                seconds(runSeconds),
                seconds(3 * runSeconds),
                seconds(10),
                seconds(5),
                5,
                rate,
                CONNECTIONS);
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }
}
