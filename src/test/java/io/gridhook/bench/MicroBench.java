package io.gridhook.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs the {@code *Benchmark} classes with JMH, each in processes of its own. */
final class MicroBench {
    private static final TimeValue ITERATION = TimeValue.seconds(1);
    private static final int WARM_UPS = 3;
    private static final int ITERATIONS = 5;

    private final String only;
    private final int forks;

    /**
     * A run.
     *
     * @param only a regular expression that is found in the names of those that run
     * @param forks how many processes each of them runs in, one after the other
     */
    MicroBench(String only, int forks) {
        this.only = only;
        this.forks = forks;
    }

    /** Measures, and writes {@code micro.json}, in JMH's own form, and {@code micro.md}, which it returns. */
    String run(Path out) throws IOException, RunnerException {
        Files.createDirectories(out);
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(only)
                        .forks(forks)
                        .warmupIterations(WARM_UPS)
                        .warmupTime(ITERATION)
                        .measurementIterations(ITERATIONS)
                        .measurementTime(ITERATION)
                        .addProfiler(GCProfiler.class)
                        .addProfiler(CpuProfiler.class)
                        .shouldFailOnError(true)
                        .resultFormat(ResultFormatType.JSON)
                        .result(out.resolve("micro.json").toString())
                        .build())
                .run();
        String markdown = new MicroReport(Instant.now(), results).markdown();
        Files.writeString(out.resolve("micro.md"), markdown);
        return markdown;
    }
}
