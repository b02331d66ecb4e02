package io.gridhook.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Draws what was measured. */
final class ThroughputPlots {
    static final String RATES = "deliveries.svg";
    static final String LATENCIES = "latencies.svg";
    static final String LATENCIES_HALF = "latencies-half.svg";
    static final String OVER_TIME = "over-time.svg";

    /** The last tick of the percentiles: 99.99 %. */
    private static final int NINES_MAX = 4;

    private final List<WorkloadFigures> figures;

    ThroughputPlots(List<WorkloadFigures> figures) {
        this.figures = figures.stream()
                .filter(each -> each.workload() != Workload.IDLE)
                .filter(each -> each.sustained().isPresent())
                .toList();
    }

    /** Writes all into a directory. */
    void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(RATES), rates());
        Files.writeString(directory.resolve(LATENCIES), latencies("at the sustained rate", WorkloadFigures::sustained));
        Files.writeString(directory.resolve(LATENCIES_HALF), latencies("at half of it", WorkloadFigures::half));
        Files.writeString(directory.resolve(OVER_TIME), overTime());
    }

    String rates() {
        BarPlot plot = new BarPlot();
        for (WorkloadFigures each : figures) {
            plot.add(
                    each.workload().title(),
                    each.sustained().orElseThrow().deliveriesPerSecond(),
                    each.ceiling(),
                    goal(each.workload()));
        }
        return plot.svg();
    }

    private static Optional<Double> goal(Workload workload) {
        return switch (workload) {
            case SINGLE -> Optional.of(Goal.SINGLE_PER_SECOND);
            case BATCH -> Optional.of(Goal.BATCH_PER_SECOND);
            default -> Optional.empty();
        };
    }

    /** Both axes are logarithmic: nines, and powers of ten of a millisecond above 0.1 ms. */
    String latencies(String when, Function<WorkloadFigures, Optional<RunFigures>> run) {
        CurvePlot plot = new CurvePlot("local host: publish to receipt, ms, " + when + ", by percentile");
        plot.xTick(0, "0");
        for (int nines = 1; nines <= NINES_MAX; nines++) {
            plot.xTick(nines, List.of("90", "99", "99.9", "99.99").get(nines - 1) + " %");
        }
        for (int power = 0; power <= 5; power++) {
            plot.yTick(
                    power, List.of("0.1", "1", "10", "100", "1,000", "10,000").get(power));
        }
        for (WorkloadFigures each : figures) {
            run.apply(each).ifPresent(found -> plot.add(each.workload().title(), curve(found.latencies())));
        }
        return plot.svg();
    }

    private static List<CurvePlot.Point> curve(Latencies latencies) {
        List<CurvePlot.Point> points = new ArrayList<>();
        for (Latencies.Point point : latencies.curve()) {
            double nines = -Math.log10(Math.max(1 - point.percentile() / 100, 1e-9));
            if (nines <= NINES_MAX) {
                points.add(new CurvePlot.Point(nines, Math.log10(Math.max(point.millis(), 0.1)) + 1));
            }
        }
        return points;
    }

    /** Of a workload's own mean, as their rates differ by orders of magnitude. */
    String overTime() {
        CurvePlot plot = new CurvePlot("local host: deliveries in each second, in % of the workload's rate");
        plot.yTick(0, "0");
        plot.yTick(50, "50 %");
        plot.yTick(100, "100 %");
        plot.yTick(150, "150 %");
        for (int second = 0; second <= 30; second += 5) {
            plot.xTick(second, second + " s");
        }
        for (WorkloadFigures each : figures) {
            RunFigures run = each.sustained().orElseThrow();
            List<CurvePlot.Point> points = new ArrayList<>();
            for (int second = 0; second < run.bySecond().size(); second++) {
                double share = 100 * run.bySecond().get(second) / Math.max(1, run.deliveriesPerSecond());
                points.add(new CurvePlot.Point(second + 0.5, share));
            }
            plot.add(each.workload().title(), points);
        }
        return plot.svg();
    }
}
