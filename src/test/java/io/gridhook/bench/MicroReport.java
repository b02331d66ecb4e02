package io.gridhook.bench;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What JMH measured, as a table. */
final class MicroReport {
    /** As the garbage collection profiler calls the bytes that an operation allocates. */
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final Instant time;
    private final Collection<RunResult> results;

    /** Of results that were there at {@code time}. */
    MicroReport(Instant time, Collection<RunResult> results) {
        this.time = time.truncatedTo(ChronoUnit.SECONDS);
        this.results = List.copyOf(results);
    }

    String markdown() {
        List<String> lines = new ArrayList<>(List.of(
                "# Parse, match, pack, classify: JMH",
                "",
                time + ", " + Machine.description() + ".",
                "The method is in src/site/markdown/benchmarks.md. The mean of an operation, with JMH's error (99.9 %).",
                "",
                "| Benchmark | Parameters | Time, µs | CPU, µs | Bytes allocated |",
                "|---|---|---|---|---|"));
        results.forEach(each -> lines.add(row(each)));
        return String.join("\n", lines) + "\n";
    }

    private static String row(RunResult result) {
        Result<?> time = result.getPrimaryResult();
        Result<?> cpu = measured(result, CpuProfiler.CPU);
        Result<?> allocated = measured(result, ALLOCATED);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.3f ± %.3f | %.3f ± %.3f | %.0f |",
                name(result.getParams()),
                parameters(result.getParams()),
                time.getScore(),
                time.getScoreError(),
                cpu.getScore(),
                cpu.getScoreError(),
                allocated.getScore());
    }

    private static Result<?> measured(RunResult result, String label) {
        return Objects.requireNonNull(result.getSecondaryResults().get(label), label);
    }

    /** The class and the method, without the package. */
    private static String name(BenchmarkParams params) {
        String name = params.getBenchmark();
        int method = name.lastIndexOf('.');
        return name.substring(name.lastIndexOf('.', method - 1) + 1).replace("Benchmark.", ".");
    }

    private static String parameters(BenchmarkParams params) {
        return params.getParamsKeys().stream()
                .sorted()
                .map(key -> key + " " + params.getParam(key))
                .collect(Collectors.joining(", "));
    }
}
