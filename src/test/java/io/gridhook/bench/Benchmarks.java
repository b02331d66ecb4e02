package io.gridhook.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code mvn -Pbench verify} runs. It ends with code 1 if an accepted event did not arrive; figures never fail it. */
@Command(name = "mvn -Pbench verify -Dbench=...", description = "Measures; see src/site/markdown/benchmarks.md.")
final class Benchmarks implements Callable<Integer> {
    private static final int LOAD_SECONDS = 10;
    private static final int ISOLATION_SECONDS = 45;
    private static final double ISOLATION_RATE = 30;

    @Mixin
    private ThroughputSuite throughput = new ThroughputSuite();

    @Mixin
    private FlatnessSuite flatness = new FlatnessSuite();

    @Option(
            names = "--flatness",
            description = "instead: what a delivery costs, by events and by subscriptions (ten minutes)")
    private boolean isFlatness;

    @Option(
            names = "--cold",
            description = "instead: from the start of the JVM to the first publish that is taken (a minute)")
    private boolean isCold;

    @Option(
            names = "--transport",
            description = "instead: queue calls by each transport that the Azure SDK offers (five minutes)")
    private boolean isTransport;

    @Option(names = "--isolation", description = "instead: what bad endpoints do to others (an hour)")
    private boolean isIsolation;

    @Option(
            names = "--scenario",
            description =
                    "--isolation: hangs, errors, closed, half-hang, hangs-batches (default: all, one after the other)")
    private List<String> titles = Arrays.stream(IsolationScenario.values())
            .map(IsolationScenario::title)
            .toList();

    @Option(
            names = "--rounds",
            description =
                    "--isolation: how often each arm runs; --cold, --transport: starts (default: ${DEFAULT-VALUE})")
    private int rounds = 5;

    @Option(
            names = "--rate",
            description = "publishes a second (default: the highest that is kept up with; --isolation: 30);"
                    + " --flatness: deliveries a second (5000)")
    private @Nullable Double perSecond;

    @Option(names = "--seconds", description = "of each load (default: 10; --isolation: 45)")
    private @Nullable Integer seconds;

    @Option(names = "--lead-in", description = "--isolation: seconds before that (default: ${DEFAULT-VALUE})")
    private int leadInSeconds = 5;

    @Option(names = "--out", required = true, description = "where the reports go")
    private Path out = Path.of("");

    @Option(
            names = "--micro",
            arity = "0..1",
            fallbackValue = ".*",
            defaultValue = Option.NULL_VALUE,
            paramLabel = "<regex>",
            description = "only parse, match, pack and classify, with JMH (ten minutes); or those of these names")
    private @Nullable String micro;

    @Option(names = "--forks", description = "processes for each of these (default: ${DEFAULT-VALUE})")
    private int forks = 3;

    private Benchmarks() {}

    /** Measures and ends. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Benchmarks()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (micro != null) {
            System.out.println(new MicroBench(micro, forks).run(out));
            return 0;
        }
        if (isCold) {
            cold();
            return 0;
        }
        if (isTransport) {
            transport();
            return 0;
        }
        if (isFlatness) {
            return flatness.run(out, perSecond, throughput) ? 0 : 1;
        }
        if (isIsolation) {
            return isolation();
        }
        OptionalDouble rate = perSecond == null ? OptionalDouble.empty() : OptionalDouble.of(perSecond);
        return throughput.run(out, Objects.requireNonNullElse(seconds, LOAD_SECONDS), rate) ? 0 : 1;
    }

    private void cold() throws Exception {
        ColdStartReport report = new ColdStartReport(
                Instant.now(),
                Machine.description(),
                new ColdStartBench(out.resolve("cold"), rounds, System.out::println).run());
        report.write(out);
        if (throughput.site().isPresent()) {
            ColdStartReport.SECTION.publish(throughput.site().get(), report.markdown());
        }
        System.out.println(report.markdown());
    }

    private void transport() throws Exception {
        TransportReport report = new TransportReport(
                Instant.now(), Machine.description(), new TransportBench(out, rounds, System.out::println).run());
        Files.writeString(out.resolve("transport.md"), report.markdown());
        if (throughput.site().isPresent()) {
            TransportReport.SECTION.publish(throughput.site().get(), report.markdown());
        }
        System.out.println(report.markdown());
    }

    private int isolation() throws Exception {
        IsolationLoad load = new IsolationLoad(
                rounds,
                Objects.requireNonNullElse(perSecond, ISOLATION_RATE),
                Objects.requireNonNullElse(seconds, ISOLATION_SECONDS),
                leadInSeconds);
        List<IsolationScenario> scenarios = titles.stream()
                .map(title -> IsolationScenario.of(title)
                        .orElseThrow(() -> new IllegalArgumentException("--scenario: " + title
                                + " (expected: hangs, errors, closed, half-hang or hangs-batches)")))
                .toList();
        List<IsolationFigures> figures = new ArrayList<>();
        for (IsolationScenario scenario : scenarios) {
            figures.add(measure(scenario, load));
            IsolationReport report = new IsolationReport(Instant.now(), figures);
            report.write(out);
            System.out.println(report.markdown());
        }
        System.out.println("Written to " + out);
        return figures.stream().allMatch(each -> each.missing() == 0) ? 0 : 1;
    }

    /** On a stage of its own, so that no scenario inherits anything. */
    private IsolationFigures measure(IsolationScenario scenario, IsolationLoad load) throws Exception {
        try (BenchStage stage = BenchStage.start(out);
                ClosedPort closedPort = new ClosedPort()) {
            List<IsolationRun> runs = new IsolationBench(stage, closedPort, scenario, load, System.out::println).run();
            return new IsolationFigures(scenario, load, runs);
        }
    }
}
