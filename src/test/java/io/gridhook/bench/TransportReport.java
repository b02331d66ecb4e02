package io.gridhook.bench;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What queue calls took by each transport, as a table of medians. */
final class TransportReport {
    static final PageSection SECTION = PageSection.of("--transport");

    private final Instant time;
    private final String machine;
    private final Map<String, List<TransportRun>> runs;

    /** Of runs that were finished at {@code time} on {@code machine}. */
    TransportReport(Instant time, String machine, Map<String, List<TransportRun>> runs) {
        this.time = time.truncatedTo(ChronoUnit.SECONDS);
        this.machine = machine;
        this.runs = new LinkedHashMap<>(runs);
    }

    String markdown() {
        List<String> lines = new ArrayList<>(List.of(
                time + ", " + machine + ".",
                "",
                "| Transport | Runs | First put, s | CPU until then, s | Classes | Calls/s | CPU a call, µs | Allocated a call, bytes |",
                "|---|---|---|---|---|---|---|---|"));
        runs.forEach((transport, all) -> lines.add(String.format(
                Locale.ROOT,
                "| %s | %d | %.2f | %.2f | %,.0f | %,.0f | %.0f | %,.0f |",
                transport,
                all.size(),
                median(all, TransportRun::firstSeconds),
                median(all, TransportRun::firstCpuSeconds),
                median(all, TransportRun::classes),
                median(all, TransportRun::callsPerSecond),
                median(all, TransportRun::cpuMicros),
                median(all, TransportRun::allocatedBytes))));
        return String.join("\n", lines) + "\n";
    }

    private static double median(List<TransportRun> runs, ToDoubleFunction<TransportRun> figure) {
        double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
