package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void it_is_put_between_its_comments(@TempDir Path site) throws Exception {
        Path page = Files.createDirectories(site.resolve("markdown")).resolve("benchmarks.md");
        Files.writeString(page, "before\n" + ColdStartReport.FROM + "old\n" + ColdStartReport.TO + "after\n");
        REPORT.publish(site);
        REPORT.publish(site);
        assertEquals(
                "before\n" + ColdStartReport.FROM + REPORT.markdown() + ColdStartReport.TO + "after\n",
                Files.readString(page));
    }

    @Test
    void a_page_without_a_place_for_it_is_left_alone(@TempDir Path site) throws Exception {
        Path page = Files.createDirectories(site.resolve("markdown")).resolve("benchmarks.md");
        Files.writeString(page, "nothing\n");
        assertThrows(IllegalStateException.class, () -> REPORT.publish(site));
        assertEquals("nothing\n", Files.readString(page));
    }

    /** Where {@code --cold --publish} writes. */
    @Test
    void the_page_has_a_place_for_it() throws Exception {
        String page = Files.readString(Path.of("src", "site", "markdown", "benchmarks.md"));
        assertTrue(page.contains(ColdStartReport.FROM) && page.contains(ColdStartReport.TO));
    }
}
