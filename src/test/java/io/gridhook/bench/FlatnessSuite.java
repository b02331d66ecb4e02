package io.gridhook.bench;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code --flatness} measures: whether a delivery costs the same however many there are (issue 6). */
final class FlatnessSuite {
    /** Deliveries; a third of what batches of 100 were sustained at, so that first attempts find room at every size. */
    private static final double PER_SECOND = 5_000;

    private static final int EVENTS = 1_000_000;
    private static final int EVENTS_QUICK = 10_000;
    /** CPU time is told in hundredths of a second. */
    private static final int DELIVERIES = 50_000;

    private static final int DELIVERIES_QUICK = 5_000;
    private static final int WARM_UP = 100_000;

    @Option(
            names = "--events",
            description = "--flatness: the largest number of events (default: 1000000; --quick: 10000)")
    private @Nullable Integer eventsMax;

    FlatnessSuite() {}

    /**
     * Measures.
     *
     * @param out where the reports go
     * @param perSecond deliveries a second, if not as usual
     * @param how whether it is quick, and published
     * @return whether every accepted event came
     */
    boolean run(Path out, @Nullable Double perSecond, ThroughputSuite how) throws Exception {
        int events = Objects.requireNonNullElse(eventsMax, how.isQuick() ? EVENTS_QUICK : EVENTS);
        List<FlatnessPoint> points = FlatnessPoint.all(events, how.isQuick() ? DELIVERIES_QUICK : DELIVERIES);
        List<FlatnessPoint> warmUp = how.isQuick() ? List.of() : FlatnessPoint.all(WARM_UP, WARM_UP);
        List<FlatnessFigures> figures;
        Consumer<String> lines = System.out::println;
        try (LoadStage stage = LoadStage.start(out);
                Progress progress = new Progress(stage.sink(), lines)) {
            double rate = Objects.requireNonNullElse(perSecond, PER_SECOND);
            figures = new FlatnessBench(stage, progress, rate).run(warmUp, points);
        }
        FlatnessReport report = new FlatnessReport(Instant.now(), Machine.description(), figures);
        report.write(out);
        if (how.site().isPresent()) {
            report.publish(how.site().get());
        }
        System.out.println(report.markdown("", ""));
        return figures.stream().allMatch(each -> each.missing() == 0);
    }
}
