package io.gridhook.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Writes what a delivery cost at each point, and whether that is flat: Markdown, JSON and a plot. */
final class FlatnessReport {
    private static final String NAME = "flatness";
    private static final double PERCENT = 100;

    private final Instant time;
    private final String machine;
    private final List<FlatnessFigures> figures;

    /** Of figures that were finished at {@code time} on {@code machine}. */
    FlatnessReport(Instant time, String machine, List<FlatnessFigures> figures) {
        this.time = time.truncatedTo(ChronoUnit.SECONDS);
        this.machine = machine;
        this.figures = List.copyOf(figures);
    }

    /** Writes all into one directory. */
    void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(NAME + ".md"), markdown("", ""));
        Files.writeString(directory.resolve(NAME + ".json"), json());
        Files.writeString(directory.resolve(NAME + ".svg"), svg());
    }

    /** Writes it where the site takes it from; what people wrote on the page stays. */
    void publish(Path site) throws IOException {
        Path resources = Files.createDirectories(site.resolve("resources").resolve(NAME));
        Files.writeString(resources.resolve(NAME + ".json"), json());
        Files.writeString(resources.resolve(NAME + ".svg"), svg());
        Path page = site.resolve("markdown").resolve(NAME + ".md");
        Files.writeString(page, markdown("../resources/" + NAME + "/", "\n" + Handwritten.of(page)));
    }

    String markdown(String plots, String handwritten) {
        List<String> lines = new ArrayList<>(List.of(
                "# Is the cost of a delivery flat?",
                "",
                time + ", " + machine + ".",
                "The method is in [benchmarks](benchmarks.md); `mvn -Pbench verify -Dbench=--flatness` measures it anew.",
                "",
                "*Transactions* are those that events cause; *all* has those too that go by the clock (polls, definitions, health),",
                "which a small number of events has more of each. *Dearer* compares with the largest number of events, or with one",
                "subscription. The goal is 10 % between the least and the most by events, and 10 % more than one by subscriptions.",
                ""));
        for (FlatnessPoint.Series series : FlatnessPoint.Series.values()) {
            List<FlatnessFigures> found = of(series);
            if (!found.isEmpty()) {
                lines.addAll(section(series, found));
            }
        }
        lines.add("![CPU of a delivery](" + plots + NAME + ".svg)");
        return String.join("\n", lines) + "\n" + handwritten;
    }

    private List<FlatnessFigures> of(FlatnessPoint.Series series) {
        return figures.stream().filter(each -> each.point().series() == series).toList();
    }

    private static List<String> section(FlatnessPoint.Series series, List<FlatnessFigures> figures) {
        FlatnessFigures base = FlatnessFigures.base(figures);
        List<String> lines = new ArrayList<>(List.of(
                "## By " + series.title(),
                "",
                "So many " + series.description() + ".",
                "",
                "| " + series.title()
                        + " | Deliveries | CPU of the host, µs | Dearer, % | Of Azurite, µs | Transactions | Dearer, % | All | Stored, bytes |",
                "|---|---|---|---|---|---|---|---|---|"));
        for (FlatnessFigures each : figures) {
            lines.add(String.format(
                    Locale.ROOT,
                    "| %,d | %,d | %.1f | %+.0f | %.1f | %.4f | %+.0f | %.4f | %,.0f |",
                    each.point().size(),
                    each.deliveries(),
                    each.cpuMicros(),
                    PERCENT * dearer(each, base, FlatnessFigures::cpuMicros),
                    each.azuriteMicros(),
                    each.transactions(),
                    PERCENT * dearer(each, base, FlatnessFigures::transactions),
                    each.allTransactions(),
                    each.bytes()));
        }
        lines.add("");
        lines.add(verdict("transactions", figures, base, FlatnessFigures::transactions) + " "
                + verdict("CPU of the host", figures, base, FlatnessFigures::cpuMicros));
        lines.add("");
        return lines;
    }

    private static String verdict(
            String what, List<FlatnessFigures> figures, FlatnessFigures base, ToDoubleFunction<FlatnessFigures> cost) {
        double dearest = figures.stream().mapToDouble(cost).max().orElse(0);
        double least = base.point().series() == FlatnessPoint.Series.EVENTS
                ? figures.stream().mapToDouble(cost).min().orElse(0)
                : cost.applyAsDouble(base);
        double most = least == 0 ? 0 : dearest / least - 1;
        return String.format(
                Locale.ROOT,
                "Goal, %s: %s (%+.0f %% at most).",
                what,
                most <= FlatnessFigures.DEARER_MAX ? "reached" : "not reached",
                PERCENT * most);
    }

    /** As a share; 0: the same. */
    private static double dearer(FlatnessFigures one, FlatnessFigures base, ToDoubleFunction<FlatnessFigures> cost) {
        double of = cost.applyAsDouble(base);
        return of == 0 ? 0 : cost.applyAsDouble(one) / of - 1;
    }

    private String json() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        root.put("host", "local host").put("time", time.toString()).put("machine", machine);
        for (FlatnessFigures each : figures) {
            root.withArray("points")
                    .addObject()
                    .put("series", each.point().series().title())
                    .put("size", each.point().size())
                    .put("deliveries", each.deliveries())
                    .put("missing", each.missing())
                    .put("hostCpuMicrosPerDelivery", each.cpuMicros())
                    .put("azuriteCpuMicrosPerDelivery", each.azuriteMicros())
                    .put("othersCpuSeconds", each.use().others())
                    .put("transactionsPerDelivery", each.transactions())
                    .put("allTransactionsPerDelivery", each.allTransactions())
                    .put("storedBytesPerDelivery", each.bytes());
        }
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    /** Sizes by powers of ten, CPU of the host in % of the point that the others are compared with. */
    private String svg() {
        CurvePlot plot = new CurvePlot("local host: CPU of a delivery, in % of the point compared with, by size");
        for (int power = 0; power <= 6; power++) {
            plot.xTick(power, String.format(Locale.ROOT, "%,.0f", Math.pow(10, power)));
        }
        for (int percent = 0; percent <= 150; percent += 50) {
            plot.yTick(percent, percent + " %");
        }
        Arrays.stream(FlatnessPoint.Series.values())
                .filter(series -> !of(series).isEmpty())
                .forEach(series -> plot.add(series.title(), curve(of(series))));
        return plot.svg();
    }

    private static List<CurvePlot.Point> curve(List<FlatnessFigures> figures) {
        FlatnessFigures base = FlatnessFigures.base(figures);
        return figures.stream()
                .map(each -> new CurvePlot.Point(
                        Math.log10(each.point().size()),
                        PERCENT * (1 + dearer(each, base, FlatnessFigures::cpuMicros))))
                .toList();
    }
}
