package io.gridhook.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Writes what was measured: Markdown for people, JSON for programs, plots for both. */
final class ThroughputReport {
    private static final String NAME = "throughput";
    private static final String UNKNOWN = "-";
    private static final double MILLION = 1e6;

    private final Instant time;
    private final String machine;
    private final List<WorkloadFigures> figures;

    /** Of figures that were finished at {@code time} on {@code machine}. */
    ThroughputReport(Instant time, String machine, List<WorkloadFigures> figures) {
        this.time = time.truncatedTo(ChronoUnit.SECONDS);
        this.machine = machine;
        this.figures = List.copyOf(figures);
    }

    /** Writes all into one directory. */
    void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(NAME + ".md"), markdown("", ""));
        Files.writeString(directory.resolve(NAME + ".json"), json());
        new ThroughputPlots(figures).write(directory);
    }

    /** Writes it where the site takes it from: the page among the pages, the rest among the resources. */
    void publish(Path site) throws IOException {
        Path resources = site.resolve("resources").resolve(NAME);
        Files.createDirectories(resources);
        Files.writeString(resources.resolve(NAME + ".json"), json());
        new ThroughputPlots(figures).write(resources);
        Path page = site.resolve("markdown").resolve(NAME + ".md");
        Files.writeString(page, markdown("../resources/" + NAME + "/", Handwritten.of(page) + "\n"));
    }

    private String json() throws IOException {
        return new ThroughputJson(time, machine, figures).text();
    }

    /** With the plots in a directory, given with its slash, and with what people wrote before. */
    String markdown(String plots, String handwritten) {
        List<String> lines = new ArrayList<>(List.of(
                "# Throughput: local host",
                "",
                time + ", " + machine + ".",
                "The method is in [benchmarks](benchmarks.md); `mvn -Pbench verify` measures it anew.",
                "Load, receiver, Azurite and Gridhook share the processors. All rates are end to end: an event counts when the",
                "receiver has it, and its latency from the time at which it was to be published.",
                ""));
        lines.addAll(goals());
        lines.addAll(rates());
        lines.addAll(List.of(
                "![Deliveries a second](" + plots + ThroughputPlots.RATES + ")",
                "",
                "![Latencies at the sustained rate](" + plots + ThroughputPlots.LATENCIES + ")",
                "",
                "![Latencies at half of it](" + plots + ThroughputPlots.LATENCIES_HALF + ")",
                "",
                "![Deliveries over time](" + plots + ThroughputPlots.OVER_TIME + ")",
                ""));
        lines.addAll(costs());
        lines.addAll(transactions());
        lines.addAll(runs());
        return String.join("\n", lines) + "\n" + handwritten + String.join("\n", limits()) + "\n";
    }

    private List<String> goals() {
        List<String> lines = new ArrayList<>(List.of("## Goals", "", "| | Goal | Measured | |", "|---|---|---|---|"));
        for (Goal goal : Goal.of(figures)) {
            lines.add(format(
                    "| %s | %s %s | %s | %s |",
                    goal.text(),
                    goal.isLeast() ? "≥" : "≤",
                    number(goal.bound()),
                    goal.figure().map(ThroughputReport::number).orElse(UNKNOWN),
                    goal.verdict()));
        }
        lines.add("");
        return lines;
    }

    private List<String> rates() {
        List<String> lines = new ArrayList<>(List.of(
                "## Rates and latencies",
                "",
                "*Sustained* is the highest rate that was kept up with; the ceiling makes the same publishes and POSTs with no storage",
                "and no logic between, and has a POST for each delivery. Milliseconds at the sustained rate, and at half of it.",
                "",
                "| Workload | Deliveries/s | Ceiling, POSTs/s | Share | p50 | p99 | p99.9 | p50, half | p99, half | p99.9, half |",
                "|---|---|---|---|---|---|---|---|---|---|"));
        for (WorkloadFigures each : figures) {
            if (each.workload() != Workload.IDLE) {
                lines.add(format(
                        "| `%s`: %s | %s | %s | %s | %s | %s |",
                        each.workload().title(),
                        each.workload().description(),
                        each.sustained()
                                .map(run -> number(run.deliveriesPerSecond()))
                                .orElse("none"),
                        each.ceiling() > 0 ? number(each.ceiling()) : UNKNOWN,
                        each.shareOfCeiling()
                                .map(share -> format("%.0f %%", 100 * share))
                                .orElse(UNKNOWN),
                        percentiles(each.sustained()),
                        percentiles(each.half())));
            }
        }
        lines.add("");
        return lines;
    }

    private static String percentiles(Optional<RunFigures> run) {
        return run.map(RunFigures::latencies)
                .map(all -> format("%.1f | %.1f | %.1f", all.millis(50), all.millis(99), all.millis(99.9)))
                .orElse(UNKNOWN + " | " + UNKNOWN + " | " + UNKNOWN);
    }

    private List<String> costs() {
        List<String> lines = new ArrayList<>(List.of(
                "## What a delivery costs",
                "",
                "CPU in seconds for each 1,000 deliveries at the sustained rate, or in all where nothing is delivered; *busy* is the share",
                "of the processors that all four processes together had, *others* what processes had that are no part of it: where",
                "that is more than a few percent, the machine was not its own. *Pack*: events for each message put. *Stored*: bytes of",
                "requests that store, for each event; packs are base64, which adds a third.",
                "",
                "| Workload | Host | Azurite | Receiver | Load | Busy | Others | Host's memory, MB | Pack | Stored, bytes | Events in a POST |",
                "|---|---|---|---|---|---|---|---|---|---|---|"));
        for (WorkloadFigures each : figures) {
            each.sustained().ifPresent(run -> lines.add(cost(run)));
        }
        lines.add("");
        return lines;
    }

    private static String cost(RunFigures run) {
        StageUse use = run.use();
        double per = run.expected() == 0 ? 1 : 1_000.0 / run.expected();
        StorageCounts storage = use.storage();
        return format(
                "| `%s` | %.3f | %.3f | %.3f | %.3f | %s | %s | %.0f | %s | %s | %s |",
                run.workload().title(),
                per * use.host(),
                per * use.azurite(),
                per * use.receiver(),
                per * use.load(),
                percent(run.share(use.total())),
                percent(run.share(use.others())),
                use.hostResidentBytes() / MILLION,
                storage.puts() == 0 ? UNKNOWN : number(run.events() / storage.puts()),
                storage.bytesPut() == 0 || run.events() == 0 ? UNKNOWN : number(storage.bytesPut() / run.events()),
                run.requests() == 0 ? UNKNOWN : number((double) run.expected() / run.requests()));
    }

    private List<String> transactions() {
        Set<String> kinds = new TreeSet<>();
        figures.forEach(each -> each.sustained()
                .ifPresent(
                        run -> kinds.addAll(run.use().storage().transactions().keySet())));
        if (kinds.isEmpty()) {
            return List.of("The host counted no storage transactions.", "");
        }
        List<String> lines = new ArrayList<>(List.of(
                "## Storage transactions",
                "",
                "For each delivery at the sustained rate, or in all where nothing is delivered. Metadata calls are those of reading",
                "`/metrics`, before and after. *Host* is what the Functions host does in Azure.",
                "",
                "| Workload | All | " + String.join(" | ", kinds) + " |",
                "|---|---|" + "---|".repeat(kinds.size())));
        for (WorkloadFigures each : figures) {
            each.sustained().ifPresent(run -> lines.add(transactions(run, kinds)));
        }
        lines.add("");
        return lines;
    }

    private static String transactions(RunFigures run, Set<String> kinds) {
        StorageCounts storage = run.use().storage();
        StringBuilder row =
                new StringBuilder("| `" + run.workload().title() + "` | " + number(each(run, storage.total())) + " |");
        for (String kind : kinds) {
            double count = storage.transactions().getOrDefault(kind, 0.0);
            row.append(count == 0 ? "  |" : " " + number(each(run, count)) + " |");
        }
        return row.toString();
    }

    private static double each(RunFigures run, double count) {
        return run.expected() == 0 ? count : run.perDelivery(count);
    }

    private List<String> runs() {
        List<String> lines = new ArrayList<>(List.of(
                "## All runs",
                "",
                "*Late*: for how long publishes waited for a free one of the 64 connections.",
                "",
                "| Workload | Run | Publishes/s | Deliveries | Deliveries/s | p50 | p99 | Late, p99 | Refused | Missing | Twice | Kept up |",
                "|---|---|---|---|---|---|---|---|---|---|---|---|"));
        for (WorkloadFigures each : figures) {
            each.runs()
                    .forEach(run -> lines.add(format(
                            "| `%s` | %s | %s | %d | %s | %.1f | %.1f | %.1f | %d | %d | %d | %s |",
                            run.workload().title(),
                            run.step(),
                            number(run.publishesPerSecond()),
                            run.expected(),
                            number(run.deliveriesPerSecond()),
                            run.latencies().millis(50),
                            run.latencies().millis(99),
                            run.lateness().millis(99),
                            run.refused(),
                            run.missing(),
                            run.duplicates(),
                            run.keptUp() ? "yes" : "no")));
        }
        lines.add("");
        return lines;
    }

    private static List<String> limits() {
        return List.of(
                "## What these figures are not",
                "",
                "They are of the local host, which calls the functions in its own process. In Azure each invocation passes from the",
                "Functions host to the Java worker and back: the real worker did 3,200 to 4,000 empty HTTP invocations a second on two",
                "cores with its default flags, and 5,200 to 5,800 without `TieredStopAtLevel=1` (with the driver on the same cores).",
                "Azurite is one Node process that scans all waiting messages at every call; a storage account is not. So what is",
                "compared from here to Azure is transactions, bytes and CPU of the host, not deliveries a second.");
    }

    private static String percent(Optional<Double> share) {
        return share.map(each -> format("%.0f %%", 100 * each)).orElse(UNKNOWN);
    }

    /** To three digits or whole. */
    static String number(double value) {
        if (value >= 100 || value == Math.rint(value)) {
            return format("%,.0f", value);
        }
        return format(value >= 10 ? "%.1f" : value >= 0.1 ? "%.2f" : "%.4f", value);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
