package io.gridhook.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What cold starts took, as a table; on the page it stands between two comments. */
final class ColdStartReport {
    static final PageSection SECTION = PageSection.of("--cold");
    private static final double SECONDS_MAX = 2.0; // issue 6, point 6

    private final Instant time;
    private final String machine;
    private final Map<ColdStart.Variant, List<ColdStart>> starts;

    /** Of starts that were finished at {@code time} on {@code machine}. */
    ColdStartReport(Instant time, String machine, Map<ColdStart.Variant, List<ColdStart>> starts) {
        this.time = time.truncatedTo(ChronoUnit.SECONDS);
        this.machine = machine;
        this.starts = new TreeMap<>(starts);
    }

    void write(Path directory) throws IOException {
        Files.writeString(directory.resolve("cold.md"), markdown());
    }

    String markdown() {
        List<String> lines = new ArrayList<>(List.of(
                time + ", " + machine + ".",
                "",
                "| JVM options | Starts | Wall, s | CPU, s | Of it loading classes, s | Classes | From archives | Goal |",
                "|---|---|---|---|---|---|---|---|"));
        starts.forEach((variant, all) -> lines.add(String.format(
                Locale.ROOT,
                "| %s | %d | %s | %s | %s | %,d | %,d | %s |",
                variant.title(),
                all.size(),
                ColdStartBench.range(all, ColdStart::wallSeconds),
                ColdStartBench.range(all, ColdStart::cpuSeconds),
                ColdStartBench.range(all, ColdStart::loadingSeconds),
                all.get(0).loaded(),
                all.get(0).archived(),
                all.stream().allMatch(each -> each.wallSeconds() <= SECONDS_MAX) ? "reached" : "not reached")));
        lines.add("");
        starts.values().stream()
                .findFirst()
                .ifPresent(all -> lines.add("Classes by who wrote them: " + classes(all.get(0)) + "."));
        return String.join("\n", lines) + "\n";
    }

    private static String classes(ColdStart start) {
        return start.classes().entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(each -> each.getKey() + " " + String.format(Locale.ROOT, "%,d", each.getValue()))
                .collect(Collectors.joining(", "));
    }
}
