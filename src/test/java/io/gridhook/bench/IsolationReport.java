package io.gridhook.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes what was measured, as Markdown for people and as JSON for programs. */
final class IsolationReport {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<Double> PERCENTILES = List.of(50.0, 99.0);

    private final Instant time;
    private final List<IsolationFigures> figures;

    /** Of figures that were finished at {@code time}. */
    IsolationReport(Instant time, List<IsolationFigures> figures) {
        this.time = time.truncatedTo(ChronoUnit.SECONDS);
        this.figures = List.copyOf(figures);
    }

    /** Writes {@code isolation.md} and {@code isolation.json} into a directory. */
    void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("isolation.md"), markdown());
        JSON.writerWithDefaultPrettyPrinter()
                .writeValue(directory.resolve("isolation.json").toFile(), json());
    }

    String markdown() {
        List<String> lines = new ArrayList<>(List.of(
                "# Isolation: local host on Azurite",
                "",
                time + ", " + Machine.description() + ".",
                "The method is in src/site/markdown/benchmarks.md. Milliseconds from the time at which an event was to be published",
                "to its receipt, of good endpoints only; the median of the rounds, and the least and the most.",
                ""));
        figures.forEach(each -> lines.addAll(section(each)));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> section(IsolationFigures figures) {
        IsolationLoad load = figures.load();
        List<String> lines = new ArrayList<>(List.of(
                "## " + figures.scenario().description(),
                "",
                String.format(
                        Locale.ROOT,
                        "%d rounds of %d s a run; %.0f events/s for the good endpoints, as many for the bad ones.",
                        load.rounds(),
                        load.seconds(),
                        load.perSecond()),
                "",
                "| | p50 | p99 |",
                "|---|---|---|"));
        for (Arm arm : Arm.values()) {
            lines.add(row(name(arm), figures.millis(arm, 50), figures.millis(arm, 99)));
        }
        lines.add(ratioRow("**bad / without**", figures, Arm.BAD, Arm.WITHOUT));
        lines.add(ratioRow("well / without: the other half of the traffic alone", figures, Arm.WELL, Arm.WITHOUT));
        lines.add(ratioRow("bad / well: what the endpoint's trouble alone changes", figures, Arm.BAD, Arm.WELL));
        lines.addAll(List.of(
                "",
                "| Round | Arm | Events | p50 | p99 | p99.9 | Missing | Refused | Messages at the end | Publisher late, p99 |",
                "|---|---|---|---|---|---|---|---|---|---|"));
        figures.runs().forEach(run -> lines.add(row(run)));
        lines.add("");
        return lines;
    }

    private static String ratioRow(String title, IsolationFigures figures, Arm above, Arm below) {
        return row(title, figures.ratio(above, below, 50), figures.ratio(above, below, 99));
    }

    private static String row(String title, Spread p50, Spread p99) {
        return "| " + title + " | " + p50 + " | " + p99 + " |";
    }

    private static String row(IsolationRun run) {
        return String.format(
                Locale.ROOT,
                "| %d | %s | %d | %.1f | %.1f | %.1f | %d | %d | %d | %.1f |",
                run.round(),
                name(run.arm()),
                run.latencies().count(),
                run.latencies().millis(50),
                run.latencies().millis(99),
                run.latencies().millis(99.9),
                run.missing(),
                run.refused(),
                run.waiting(),
                run.lateness().millis(99));
    }

    private static String name(Arm arm) {
        return switch (arm) {
            case WITHOUT -> "without them";
            case WELL -> "with them, well";
            case BAD -> "with them, bad";
        };
    }

    private ObjectNode json() {
        ObjectNode root = JSON.createObjectNode();
        root.put("time", time.toString());
        root.put("machine", Machine.description());
        ArrayNode scenarios = root.putArray("scenarios");
        figures.forEach(each -> json(each, scenarios.addObject()));
        return root;
    }

    private static void json(IsolationFigures figures, ObjectNode to) {
        to.put("scenario", figures.scenario().title());
        to.put("perSecond", figures.load().perSecond());
        to.put("seconds", figures.load().seconds());
        ObjectNode ratios = to.putObject("badToWithout");
        for (double percentile : PERCENTILES) {
            Spread ratio = figures.ratio(Arm.BAD, Arm.WITHOUT, percentile);
            ratios.putObject("p" + (int) percentile)
                    .put("median", ratio.median())
                    .put("least", ratio.least())
                    .put("most", ratio.most());
        }
        ArrayNode runs = to.putArray("runs");
        figures.runs().forEach(run -> json(run, runs.addObject()));
    }

    private static void json(IsolationRun run, ObjectNode to) {
        to.put("round", run.round()).put("arm", run.arm().name());
        to.put("events", run.latencies().count());
        to.put("p50Millis", run.latencies().millis(50));
        to.put("p99Millis", run.latencies().millis(99));
        to.put("p999Millis", run.latencies().millis(99.9));
        to.put("missing", run.missing()).put("refused", run.refused()).put("messagesWaiting", run.waiting());
        to.put("publisherLateP99Millis", run.lateness().millis(99));
    }
}
