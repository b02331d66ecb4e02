package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThroughputReportTest {
    private static final Instant TIME = Instant.parse("2026-11-20T12:00:00Z");
    private static final StorageCounts STORAGE = new StorageCounts(
            Map.of("Queue PutMessage App", 100.0, "Queue DeleteMessage App", 100.0),
            Map.of("Queue PutMessage App", 4_000_000.0));

    @Test
    void goals_stand_beside_figures_with_what_is_missing() {
        String markdown = report().markdown("", "");
        assertTrue(
                markdown.contains(
                        "| deliveries/s, single-event publishes | ≥ 5,000 | 2,500 | not reached, by a factor of 2.00 |"),
                markdown);
        assertTrue(markdown.contains("| deliveries/s, batches of 100 | ≥ 12,000 | - | not measured |"), markdown);
        assertTrue(markdown.contains("| % of the ceiling, single-event publishes | ≥ 50 | 50 | reached |"), markdown);
        assertTrue(markdown.contains("| ms, p99 at 50 events/s | ≤ 150 | 8.00 | reached |"), markdown);
        assertTrue(
                markdown.contains("| storage transactions per delivery, lone events | ≤ 2 | 0.0080 | reached |"),
                markdown);
    }

    @Test
    void each_workload_has_its_rows() {
        String markdown = report().markdown("images/", "");
        assertTrue(
                markdown.contains("publishes of 1 KB | 2,500 | 5,000 | 50 % | 8.0 | 8.0 | 8.0 | - | - | - |"),
                markdown);
        assertTrue(markdown.contains("| `single` | 0.800 | 0.400 | 0.0400 |".replace("0.0400", "0.040")), markdown);
        assertTrue(markdown.contains("| 250 | 160 | 1 |"), "pack, bytes, events in a POST: " + markdown);
        assertTrue(markdown.contains("| `single` | 0.0080 | 0.0040 | 0.0040 |"), markdown);
        assertTrue(markdown.contains("](images/deliveries.svg)"), markdown);
    }

    @Test
    void it_is_written_with_its_plots(@TempDir Path directory) throws Exception {
        report().write(directory);
        JsonNode json =
                new ObjectMapper().readTree(directory.resolve("throughput.json").toFile());
        assertEquals("local host", json.path("host").asText());
        JsonNode run = json.path("workloads").path(0).path("runs").path(0);
        assertEquals(
                100,
                run.path("storageTransactions").path("Queue PutMessage App").asDouble());
        for (String plot : List.of("deliveries.svg", "latencies.svg", "latencies-half.svg", "over-time.svg")) {
            assertEquals(
                    "svg",
                    DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(directory.resolve(plot).toFile())
                            .getDocumentElement()
                            .getTagName());
        }
    }

    @Test
    void the_site_gets_a_page_whose_plots_are_there(@TempDir Path site) throws Exception {
        Files.createDirectories(site.resolve("markdown"));
        report().publish(site);
        Path page = site.resolve("markdown").resolve("throughput.md");
        assertTrue(Files.readString(page).contains("](../resources/throughput/over-time.svg)"));
        assertTrue(Files.exists(page.resolveSibling("../resources/throughput/over-time.svg")));
    }

    /** It was lost with every run that was published. */
    @Test
    void what_people_wrote_stays_on_the_page(@TempDir Path site) throws Exception {
        Path page = Files.createDirectories(site.resolve("markdown")).resolve("throughput.md");
        report().publish(site);
        String first = Files.readString(page);
        String written = first.replace(Handwritten.TO, "## What limits\n\nThe poll.\n" + Handwritten.TO);
        Files.writeString(page, written);
        report().publish(site);
        assertEquals(written, Files.readString(page));
        assertTrue(written.indexOf("The poll.") < written.indexOf("## What these figures are not"), written);
    }

    /** What no word of ours may hold, a drawing must take all the same. */
    @Test
    void a_drawing_stays_well_formed_whatever_its_words() {
        Svg svg = new Svg(10, 10);
        svg.text(1, 1, "start", "<&>");
        assertTrue(svg.toString().contains(">&lt;&amp;&gt;</text>"), svg.toString());
    }

    private static ThroughputReport report() {
        return new ThroughputReport(
                TIME, "a machine", List.of(figures(Workload.SINGLE, 5_000), figures(Workload.STEADY, 0)));
    }

    private static WorkloadFigures figures(Workload workload, double ceiling) {
        RunFigures run = run(workload);
        return new WorkloadFigures(workload, List.of(run), Optional.of(run), Optional.empty(), ceiling);
    }

    private static RunFigures run(Workload workload) {
        Latencies latencies = new Latencies();
        latencies.record(Duration.ofMillis(8).toNanos());
        StageUse use = new StageUse(20, 10, 1, 1, 34, 200_000_000, STORAGE);
        return new RunFigures(
                workload,
                "90 %",
                2_500,
                25_000,
                10,
                latencies,
                latencies,
                0,
                0,
                0,
                Map.of(),
                25_000,
                use,
                List.of(2_500),
                true);
    }
}
