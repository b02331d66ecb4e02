package io.gridhook.bench;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** What {@code mvn -Pbench verify} measures unless it is told otherwise. */
final class ThroughputSuite {
    private static final Path SITE = Path.of("src", "site");

    @Option(
            names = "--workload",
            description = "single, batch-100, fan-out-100, output-batch-100, large, steady-50, idle (default: all)")
    private List<String> titles = Workload.titles();

    @Option(names = "--quick", description = "shorter loads, two minutes in all: a first look")
    private boolean isQuick;

    @Option(names = "--publish", description = "writes the report into src/site as well")
    private boolean isPublished;

    ThroughputSuite() {}

    /**
     * Measures.
     *
     * @param out where the reports go
     * @param seconds of each load
     * @param rate publishes a second, instead of a search for the highest
     * @return whether every accepted event came
     */
    boolean run(Path out, int seconds, OptionalDouble rate) throws Exception {
        ThroughputOptions options = options(seconds, rate);
        List<WorkloadFigures> figures;
        Consumer<String> lines = System.out::println;
        try (LoadStage stage = LoadStage.start(out);
                Progress progress = new Progress(stage.sink(), lines)) {
            figures = new ThroughputBench(stage, options, progress).run();
        }
        ThroughputReport report = new ThroughputReport(Instant.now(), Machine.description(), figures);
        report.write(out);
        if (isPublished) {
            report.publish(SITE);
        }
        System.out.println(report.markdown("", ""));
        System.out.println("Written to " + out);
        return figures.stream().allMatch(each -> each.missing() == 0);
    }

    boolean isQuick() {
        return isQuick;
    }

    /** Where the site is, if reports are to go there as well. */
    Optional<Path> site() {
        return isPublished ? Optional.of(SITE) : Optional.empty();
    }

    private ThroughputOptions options(int seconds, OptionalDouble rate) {
        List<Workload> workloads = titles.stream()
                .map(title -> Workload.of(title)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "--workload: " + title + " (expected: one of " + Workload.titles() + ")")))
                .toList();
        return isQuick ? ThroughputOptions.quick(workloads, rate) : ThroughputOptions.of(workloads, seconds, rate);
    }
}
