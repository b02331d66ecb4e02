package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlatnessReportTest {
    /** 300 table queries go by the clock. */
    private static FlatnessFigures figures(FlatnessPoint point, double hostSeconds) {
        StorageCounts storage = new StorageCounts(
                Map.of(
                        "Queue PutMessage App", 100.0,
                        "Queue DeleteMessage App", 100.0,
                        "Table QueryEntities App", 300.0,
                        "Queue GetMessages Host", 50.0),
                Map.of());
        return new FlatnessFigures(point, 10_000, 0, new StageUse(hostSeconds, 0.3, 0, 0, 1, 0, storage));
    }

    private static FlatnessReport report() {
        List<FlatnessPoint> points = FlatnessPoint.all(1_000, 10_000);
        return new FlatnessReport(
                Instant.parse("2026-11-20T12:00:00Z"),
                "a machine",
                List.of(
                        figures(points.get(0), 0.63),
                        figures(points.get(1), 0.6),
                        figures(points.get(2), 0.6),
                        figures(points.get(5), 0.9)));
    }

    @Test
    void each_series_is_compared_with_its_own_base() {
        String markdown = report().markdown("", "");
        assertTrue(markdown.contains("| 100 | 10,000 | 63.0 | +5 | 30.0 | 0.0200 | +0 | 0.0550 | 0 |"), markdown);
        assertTrue(markdown.contains("| 500 | 10,000 | 90.0 | +50 |"), markdown);
        assertTrue(markdown.contains("Goal, CPU of the host: reached (+5 % at most)."), markdown);
        assertTrue(markdown.contains("Goal, CPU of the host: not reached (+50 % at most)."), markdown);
    }

    /** As many deliveries at each, however few events it is about; and the last has five times the deliveries a publish. */
    @Test
    void points_are_of_the_same_length() {
        List<FlatnessPoint> points = FlatnessPoint.all(1_000_000, 20_000);
        assertEquals(13, points.size());
        points.forEach(each -> assertTrue(
                (long) each.deliveriesOfOnePublish() * each.publishes() * each.samples() >= 20_000, each::toString));
        assertEquals(200, points.get(0).samples());
        assertEquals(10_000, points.get(4).publishes());
        assertEquals(500, points.get(8).deliveriesOfOnePublish());
    }

    @Test
    void the_site_gets_all_three_and_keeps_what_people_wrote(@TempDir Path site) throws Exception {
        Path page = Files.createDirectories(site.resolve("markdown")).resolve("flatness.md");
        report().publish(site);
        String written = Files.readString(page).replace(Handwritten.TO, "By hand.\n" + Handwritten.TO);
        Files.writeString(page, written);
        report().publish(site);
        assertEquals(written, Files.readString(page));
        Path resources = site.resolve("resources").resolve("flatness");
        assertEquals(
                4,
                new ObjectMapper()
                        .readTree(resources.resolve("flatness.json").toFile())
                        .path("points")
                        .size());
        assertEquals(
                "svg",
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(resources.resolve("flatness.svg").toFile())
                        .getDocumentElement()
                        .getTagName());
    }
}
