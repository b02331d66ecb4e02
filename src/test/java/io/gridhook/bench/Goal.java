package io.gridhook.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A goal of issue 6 beside what was measured.
 *
 * @param text what it is about
 * @param bound what is to be reached
 * @param isLeast whether the bound is the least, not the most
 * @param figure what was measured; empty if it was not
 */
record Goal(String text, double bound, boolean isLeast, Optional<Double> figure) {
    static final double SINGLE_PER_SECOND = 5_000;
    static final double BATCH_PER_SECOND = 12_000;
    private static final double PERCENT = 100;

    /** All of them, in the order of the issue. */
    static List<Goal> of(List<WorkloadFigures> figures) {
        return List.of(
                least("deliveries/s, single-event publishes", SINGLE_PER_SECOND, rate(figures, Workload.SINGLE)),
                least("deliveries/s, batches of 100", BATCH_PER_SECOND, rate(figures, Workload.BATCH)),
                least("% of the ceiling, single-event publishes", 50, share(figures, Workload.SINGLE)),
                least("% of the ceiling, batches of 100", 50, share(figures, Workload.BATCH)),
                most("ms, p50 at 50 events/s", 20, millis(figures, 50)),
                most("ms, p99 at 50 events/s", 150, millis(figures, 99)),
                most("storage transactions per delivery, lone events", 2, transactions(figures, Workload.STEADY)),
                most("storage transactions per delivery, batches of 100", 0.06, transactions(figures, Workload.BATCH)));
    }

    private static Goal least(String text, double bound, Optional<Double> figure) {
        return new Goal(text, bound, true, figure);
    }

    private static Goal most(String text, double bound, Optional<Double> figure) {
        return new Goal(text, bound, false, figure);
    }

    private static Optional<Double> rate(List<WorkloadFigures> figures, Workload workload) {
        return of(figures, workload, RunFigures::deliveriesPerSecond);
    }

    private static Optional<Double> millis(List<WorkloadFigures> figures, double percentile) {
        return of(figures, Workload.STEADY, run -> run.latencies().millis(percentile));
    }

    private static Optional<Double> transactions(List<WorkloadFigures> figures, Workload workload) {
        return find(figures, workload)
                .flatMap(WorkloadFigures::sustained)
                .filter(run -> run.use().storage().isCounted())
                .map(run -> run.perDelivery(run.use().storage().total()));
    }

    private static Optional<Double> share(List<WorkloadFigures> figures, Workload workload) {
        return find(figures, workload).flatMap(WorkloadFigures::shareOfCeiling).map(share -> PERCENT * share);
    }

    private static Optional<Double> of(
            List<WorkloadFigures> figures, Workload workload, ToDoubleFunction<RunFigures> figure) {
        return find(figures, workload).flatMap(WorkloadFigures::sustained).map(figure::applyAsDouble);
    }

    private static Optional<WorkloadFigures> find(List<WorkloadFigures> figures, Workload workload) {
        return figures.stream().filter(each -> each.workload() == workload).findFirst();
    }

    /** Whether it was; what was not measured was not. */
    boolean isReached() {
        return figure.filter(value -> isLeast ? value >= bound : value <= bound).isPresent();
    }

    /** In words, and by how much it was missed. */
    String verdict() {
        if (figure.isEmpty()) {
            return "not measured";
        }
        double times = isLeast ? figure.get() / bound : bound / figure.get();
        return isReached() ? "reached" : String.format(Locale.ROOT, "not reached, by a factor of %.2f", 1 / times);
    }
}
