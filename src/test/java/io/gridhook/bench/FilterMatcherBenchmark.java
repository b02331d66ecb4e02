package io.gridhook.bench;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.filter.FilterMatcher;
import io.gridhook.core.filter.FilterSet;
import io.gridhook.core.filter.Filtering;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Match: one event with all subscriptions of a topic, each of five advanced filters. No two of those are alike, so that nothing is
 * tested once for several; the first four of each match, so that none is left out, and the fifth lets a tenth of the subscriptions
 * through. One operation is one event.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FilterMatcherBenchmark {
    private static final int EVENTS = 256;

    /** What the filters look at. */
    public enum Keys {
        /** Five keys in the event's data, two of them nested: the pass over the event is part of it. */
        DATA,
        /** Subject and type, which are known of the event anyway. */
        ENVELOPE
    }

    @Param
    public Keys keys = Keys.DATA;

    @Param({"1", "10", "100", "200", "500"})
    public int subscriptions;

    private FilterMatcher matcher;
    private List<Event> events;
    private int next;

    @Setup
    public void prepare() {
        List<EventFilter> filters =
                IntStream.range(0, subscriptions).mapToObj(this::filter).toList();
        matcher = new FilterSet(EventSchema.EVENT_GRID, filters).matcher();
        events = IntStream.range(0, EVENTS)
                .mapToObj(i -> Filtering.event(EventSchema.EVENT_GRID, BenchEvents.eventGrid(i)))
                .toList();
        checkShare();
    }

    /** Else something else is measured. */
    private void checkShare() {
        double share = events.stream().mapToInt(matcher::match).average().orElse(0) / subscriptions;
        if (share < 0.05 || share > 0.15) {
            throw new IllegalStateException("share of subscriptions that match: " + share + " (expected: about 0.1)");
        }
    }

    @Benchmark
    public int match() {
        next = (next + 1) % EVENTS;
        return matcher.match(events.get(next));
    }

    private EventFilter filter(int i) {
        List<String> five =
                switch (keys) {
                    case DATA -> ofData(i);
                    case ENVELOPE -> ofEnvelope(i);
                };
        return Filtering.filter("{\"advancedFilters\":[" + String.join(",", five) + "]}");
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
}
