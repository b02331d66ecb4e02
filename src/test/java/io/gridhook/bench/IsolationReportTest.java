package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolationReportTest {
    private static final Instant TIME = Instant.parse("2026-11-20T12:00:00Z");

    /** Ratios 2, 3 and 8: a round is compared with itself, whatever the machine did in between. */
    @Test
    void the_ratio_is_the_median_over_the_rounds(@TempDir Path directory) throws Exception {
        List<IsolationRun> runs = new ArrayList<>();
        long[][] millis = {{10, 20}, {100, 300}, {20, 160}};
        for (int round = 1; round <= millis.length; round++) {
            runs.add(run(round, Arm.WITHOUT, millis[round - 1][0]));
            runs.add(run(round, Arm.WELL, millis[round - 1][0]));
            runs.add(run(round, Arm.BAD, millis[round - 1][1]));
        }
        IsolationFigures figures = new IsolationFigures(IsolationScenario.HANGS, new IsolationLoad(3, 30, 45, 5), runs);
        new IsolationReport(TIME, List.of(figures)).write(directory);
        String markdown = Files.readString(directory.resolve("isolation.md"));
        assertTrue(markdown.contains("| **bad / without** | 3.00 (2.00 to 8.00) | 3.00 (2.00 to 8.00) |"), markdown);
        JsonNode json =
                new ObjectMapper().readTree(directory.resolve("isolation.json").toFile());
        JsonNode scenario = json.path("scenarios").path(0);
        assertEquals(3, scenario.path("badToWithout").path("p99").path("median").asDouble(), 0.01);
        assertEquals(9, scenario.path("runs").size());
        assertEquals(9, figures.missing());
    }

    @Test
    void the_median_of_two_is_between_them() {
        assertEquals(new Spread(2, 1, 3), Spread.of(List.of(3.0, 1.0)));
    }

    private static IsolationRun run(int round, Arm arm, long millis) {
        Latencies latencies = new Latencies();
        latencies.record(Duration.ofMillis(millis).toNanos());
        return new IsolationRun(round, arm, latencies, 1, 0, 0, latencies);
    }
}
