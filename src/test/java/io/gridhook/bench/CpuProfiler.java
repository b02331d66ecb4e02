package io.gridhook.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The process's CPU time for each operation, garbage collection included: what else the machine does adds to the time that passes, and
 * hardly to this. JMH makes an instance.
 */
public final class CpuProfiler implements InternalProfiler {
    static final String CPU = "cpu.norm";

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private long before;

    @Override
    public String getDescription() {
        return "CPU time of the process for each operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = PROCESS.getProcessCpuTime();
    }

    @Override
    public List<Result<ScalarResult>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double micros = (PROCESS.getProcessCpuTime() - before) / 1_000.0;
        long operations = result.getMetadata().getAllOps();
        return List.of(new ScalarResult(CPU, micros / operations, "us/op", AggregationPolicy.AVG));
    }
}
