package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransportReportTest {
    private static TransportRun run(double firstSeconds, double callsPerSecond) {
        return new TransportRun(firstSeconds, 1.25, 3_000, callsPerSecond, 250.5, 40_000);
    }

    @Test
    void figures_are_medians() {
        String markdown = new TransportReport(
                        Instant.parse("2026-11-22T01:02:03.456Z"),
                        "a machine",
                        Map.of("Owl post", List.of(run(0.9, 2_000), run(0.5, 3_000), run(0.7, 1_000))))
                .markdown();
        assertTrue(markdown.startsWith("2026-11-22T01:02:03Z, a machine.\n"), markdown);
        assertTrue(markdown.contains("| Owl post | 3 | 0.70 | 1.25 | 3,000 | 2,000 | 251 | 40,000 |"), markdown);
    }

    @Test
    void what_a_process_prints_is_read_back() {
        assertEquals(run(0.5, 2_000), TransportRun.parse(run(0.5, 2_000).line()));
        assertThrows(IllegalArgumentException.class, () -> TransportRun.parse("first=1"));
    }
}
