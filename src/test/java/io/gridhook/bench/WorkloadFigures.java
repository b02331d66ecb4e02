package io.gridhook.bench;

import java.util.List;
import java.util.Optional;

/**
 * All runs of one workload.
 *
 * @param runs in their order, the probe first
 * @param sustained the one at the highest rate that was kept up with, or at the workload's own rate
 * @param half the one at half of it
 * @param ceiling POSTs a second with no storage and no logic between; 0 if it was not measured
 */
record WorkloadFigures(
        Workload workload,
        List<RunFigures> runs,
        Optional<RunFigures> sustained,
        Optional<RunFigures> half,
        double ceiling) {
    WorkloadFigures {
        runs = List.copyOf(runs);
    }

    long missing() {
        return runs.stream().mapToLong(RunFigures::missing).sum();
    }

    /** Of the ceiling, from 0; empty without either. */
    Optional<Double> shareOfCeiling() {
        return sustained.filter(run -> ceiling > 0).map(run -> run.deliveriesPerSecond() / ceiling);
    }
}
