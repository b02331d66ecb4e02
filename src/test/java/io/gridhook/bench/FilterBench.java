package io.gridhook.bench;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.filter.FilterMatcher;
import io.gridhook.core.filter.FilterSet;
import io.gridhook.core.filter.Filtering;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What it costs to match one event with all subscriptions of a topic, each of five advanced filters. */
final class FilterBench {
    private static final int[] SUBSCRIPTIONS = {1, 10, 50, 100, 200, 300, 400, 500};
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int EVENTS = 256;
    private static final int ROUNDS = 15;
    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final Duration ROUND = Duration.ofMillis(200);

    /** What the filters look at. */
    private enum Keys {
        /** Five keys in the event's data, which must be parsed. */
        DATA("five keys of the data"),
        /** What is known of the event anyway. */
        ENVELOPE("subject and type");

        private final String title;

        Keys(String title) {
            this.title = title;
        }
    }

    private long sum;

    /** Measures, and writes {@code filters.md}. */
    String run(Path out) throws IOException {
        StringBuilder report = new StringBuilder("# Filters\n\n" + Machine.description() + "\n\n");
        report.append("| Filters look at | Subscriptions | Matching | Median, µs of CPU | Least | Most |\n");
        report.append("|---|---|---|---|---|---|\n");
        for (Keys keys : Keys.values()) {
            for (int subscriptions : SUBSCRIPTIONS) {
                report.append(row(keys, subscriptions));
            }
        }
        report.append("\nMatches in all: ").append(sum).append("\n");
        Files.createDirectories(out);
        Files.writeString(out.resolve("filters.md"), report);
        return report.toString();
    }

    private String row(Keys keys, int subscriptions) {
        FilterMatcher matcher = new FilterSet(EventSchema.EVENT_GRID, filters(keys, subscriptions)).matcher();
        List<Event> events =
                IntStream.range(0, EVENTS).mapToObj(FilterBench::event).toList();
        round(matcher, events, WARM_UP);
        double[] micros = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            micros[i] = round(matcher, events, ROUND);
        }
        Arrays.sort(micros);
        double matching = events.stream().mapToInt(matcher::match).average().orElse(0);
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.1f | %.2f | %.2f | %.2f |%n",
                keys.title,
                subscriptions,
                matching,
                micros[ROUNDS / 2],
                micros[0],
                micros[ROUNDS - 1]);
    }

    /** Microseconds of this thread's CPU time an event, whatever else the machine does; the sum keeps it from being left out. */
    private double round(FilterMatcher matcher, List<Event> events, Duration duration) {
        long start = System.nanoTime();
        long cpuStart = THREADS.getCurrentThreadCpuTime();
        long matched = 0;
        long passes = 0;
        while (System.nanoTime() - start < duration.toNanos()) {
            for (Event event : events) {
                matched += matcher.match(event);
            }
            passes++;
        }
        sum += matched;
        return (THREADS.getCurrentThreadCpuTime() - cpuStart) / 1_000.0 / (passes * events.size());
    }

    /** No two alike, so that nothing is tested once for several; the fifth of each decides, so that all are tested. */
    private static List<EventFilter> filters(Keys keys, int subscriptions) {
        List<EventFilter> filters = new ArrayList<>();
        for (int i = 0; i < subscriptions; i++) {
            List<String> five = keys == Keys.DATA ? ofData(i) : ofEnvelope(i);
            filters.add(Filtering.filter("{\"advancedFilters\":[" + String.join(",", five) + "]}"));
        }
        return filters;
    }

    private static List<String> ofData(int i) {
        return List.of(
                filter("NumberGreaterThan", "data.amount", "value", "-" + i),
                filter("StringNotIn", "data.color", "values", "[\"none-" + i + "\",\"nothing-" + i + "\"]"),
                filter("StringContains", "data.note", "values", "[\"no-" + i + "\",\"order\"]"),
                filter("NumberInRange", "data.customer.age", "values", "[[-" + (i + 2) + ",-1],[0," + (200 + i) + "]]"),
                filter("StringIn", "data.customer.city", "values", "[\"city-" + i % 10 + "\",\"none-" + i + "\"]"));
    }

    private static List<String> ofEnvelope(int i) {
        return List.of(
                filter("StringBeginsWith", "subject", "values", "[\"/none-" + i + "\",\"/orders/\"]"),
                filter("StringNotContains", "subject", "values", "[\"none-" + i + "\"]"),
                filter("StringNotIn", "eventType", "values", "[\"none-" + i + "\",\"nothing-" + i + "\"]"),
                filter("StringNotEndsWith", "subject", "values", "[\"none-" + i + "\"]"),
                filter("StringEndsWith", "subject", "values", "[\"" + i % 10 + "\",\"none-" + i + "\"]"));
    }

    private static String filter(String operatorType, String key, String name, String operand) {
        return "{\"operatorType\":\"" + operatorType + "\",\"key\":\"" + key + "\",\"" + name + "\":" + operand + "}";
    }

    /** Half a kilobyte. */
    private static Event event(int i) {
        return Filtering.event(
                EventSchema.EVENT_GRID,
                "{\"id\":\"" + i + "\",\"subject\":\"/orders/eu-west/" + i
                        + "\",\"eventType\":\"Shop.OrderPlaced\",\"eventTime\":\"2026-01-02T03:04:05Z\","
                        + "\"data\":{\"color\":\"blue-"
                        + i + "\",\"lines\":[" + "{\"sku\":\"1234567\",\"count\":2},".repeat(6)
                        + "{}],\"customer\":{\"name\":\"somebody\",\"age\":" + (20 + i % 60) + ",\"city\":\"City-"
                        + i % 10
                        + "\"},\"note\":\"Please leave the order at the door, number " + i + "\",\"amount\":" + i
                        + ".25,\"currency\":\"EUR\"}}");
    }
}
