package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColdStartReportTest {
    private static final ColdStartReport REPORT = new ColdStartReport(
            Instant.parse("2026-11-20T12:00:00Z"),
            "a machine",
            Map.of(
                    ColdStart.Variant.PLAIN, List.of(start(2.25), start(1.5)),
                    ColdStart.Variant.WORKER, List.of(start(1))));

    private static ColdStart start(double wallSeconds) {
        return new ColdStart(wallSeconds, 3, 0.5, 100, Map.of("JDK", 1_000, "Jackson", 20));
    }

    @Test
    void each_variant_has_its_row() {
        String markdown = REPORT.markdown();
        assertTrue(
                markdown.contains(
                        "| no options | 2 | 1.50 to 2.25 | 3.00 to 3.00 | 0.50 to 0.50 | 1,020 | 100 | not reached |"),
                markdown);
        assertTrue(markdown.contains("| 1 | 1.00 to 1.00 |"), markdown);
        assertTrue(markdown.contains("JDK 1,000, Jackson 20."), markdown);
    }
}
