package io.gridhook.core.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventSchema;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The compiled form: what it says, and what it costs. */
class FilterSetTest {
    private static final List<EventSchema> SCHEMAS = List.of(EventSchema.values());
    private static final int SETS = 500;
    private static final int FILTERS = 8;
    private static final int EVENTS = 10;

    /** 40,000 pairs; the two forms share nothing but the comparison of characters and the reading of numbers. */
    @Test
    void it_says_of_any_filters_and_events_what_the_plain_form_says() {
        String given = System.getProperty("seed", "");
        long seed = given.isEmpty() ? 20260105L : Long.parseLong(given);
        SplittableRandom random = new SplittableRandom(seed);
        int matches = 0;
        for (int set = 0; set < SETS; set++) {
            EventSchema schema = SCHEMAS.get(set % SCHEMAS.size());
            List<EventFilter> filters = IntStream.range(0, FILTERS)
                    .mapToObj(i -> AnyFilter.filter(random))
                    .toList();
            FilterMatcher matcher = new FilterSet(schema, filters).matcher();
            for (int i = 0; i < EVENTS; i++) {
                Event event = AnyFilter.event(schema, random);
                List<Integer> plain = IntStream.range(0, FILTERS)
                        .filter(filter -> filters.get(filter).matches(event))
                        .boxed()
                        .toList();
                assertEquals(plain, Filtering.matching(matcher, event), () -> "-Dseed=" + seed + " " + filters + event);
                matches += plain.size();
            }
        }
        int pairs = SETS * FILTERS * EVENTS;
        assertTrue(matches > pairs / 10 && matches < pairs * 9 / 10, matches + " of " + pairs);
    }

    /** IoT Edge's page: decimals without rounding. Ours: exponents of more than nine digits are all alike. */
    @ParameterizedTest
    @CsvSource({
        "5.0,                             5,                   true",
        "5e0,                             5,                   true",
        "0.5E+1,                          5,                   true",
        "-0,                              0,                   true",
        "0.1000000000000000055511151231,  0.1,                 false",
        "9007199254740993,                9007199254740992,    false",
        "1e999999999,                     1,                   false",
        "1e99999999999999999999,          1,                   false",
        "1e-99999999999999999999,         0,                   false",
        "0e99999999999999999999,          0,                   true",
        "1e-000000000000000000001,        0.1,                 true",
    })
    void numbers_are_compared_as_decimals(String value, String operand, boolean isEqual) {
        assertEquals(
                isEqual,
                Filtering.matches(
                        Filtering.advanced("NumberIn", "data.n", "[" + operand + "]"),
                        Filtering.withData("{\"n\":" + value + "}")));
    }

    @Test
    void a_huge_exponent_costs_nothing() {
        Event event = Filtering.withData("{\"n\":[" + "1e999999999,".repeat(1_000) + "-1e-999999999]}");
        EventFilter filter = Filtering.advanced("NumberInRange", "data.n", "[[1e-400,2e-400],[1,2],[9e399,9.9e399]]");
        boolean matches = assertTimeoutPreemptively(Duration.ofSeconds(10), () -> Filtering.matches(filter, event));
        assertEquals(false, matches);
    }

    /** However often it seems to begin before, and beside others that begin alike. */
    @ParameterizedTest
    @CsvSource({
        "AAAAAAAAAAAB, true,  true,  false",
        "aaaaaaaaaaab, true,  true,  false",
        "aaaaaaaaaaaa, false, false, false",
        "aab,          true,  false, false",
        "aaxaaxaaxaaxaaxaaxaab, true, false, false",
        "ab,           false, false, false",
        "xaabc,        true,  false, true",
    })
    void a_part_is_found_wherever_it_is(String text, boolean aab, boolean aaaab, boolean bc) {
        List<EventFilter> filters = Stream.of("aab", "aaaab", "bc", "")
                .map(part -> Filtering.advanced("StringContains", "data.s", "[\"" + part + "\"]"))
                .toList();
        Event event = Filtering.withData("{\"s\":\"" + text + "\"}");
        List<Boolean> found = IntStream.range(0, 4)
                .mapToObj(i -> Filtering.matching(filters, event).contains(i))
                .toList();
        assertEquals(List.of(aab, aaaab, bc, true), found);
    }

    /** A search that begins again at each character would take 260 million steps for each of the values. */
    @Test
    void a_long_text_is_searched_in_one_walk() {
        String value = "a".repeat(511) + "b";
        EventFilter filter = Filtering.advanced("StringContains", "data.s", "[" + texts(25, value) + "]");
        FilterMatcher matcher = new FilterSet(EventSchema.EVENT_GRID, List.of(filter)).matcher();
        Event event = Filtering.withData("{\"s\":\"" + "A".repeat(500_000) + "\"}");
        assertEquals(0, assertTimeoutPreemptively(Duration.ofSeconds(5), () -> matcher.match(event)));
    }

    private static String texts(int count, String text) {
        return String.join(
                ",", IntStream.range(0, count).mapToObj(i -> '"' + text + '"').toList());
    }

    @Test
    void matching_by_type_and_subject_allocates_nothing() {
        List<EventFilter> filters = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            filters.add(
                    Filtering.filter("{\"includedEventTypes\":[\"T\",\"T" + i + "\"],\"subjectBeginsWith\":\"/s" + i % 7
                            + "\",\"subjectEndsWith\":\"" + i % 10 + "\",\"advancedFilters\":["
                            + "{\"operatorType\":\"StringContains\",\"key\":\"Subject\",\"values\":[\"s" + i % 5
                            + "\",\"/\"]}]}"));
        }
        FilterMatcher matcher = new FilterSet(EventSchema.EVENT_GRID, filters).matcher();
        Event event = Filtering.event(
                EventSchema.EVENT_GRID,
                "{\"id\":\"1\",\"subject\":\"/s3/0\",\"eventType\":\"t\",\"eventTime\":\"2026-01-01T00:00:00Z\"}");
        assertTrue(matcher.match(event) > 0);
        assertTrue(bytesPerEvent(matcher, event) < 1, "bytes for each event: " + bytesPerEvent(matcher, event));
    }

    /** However many subscriptions there are: one parser, and what stands at the keys. */
    @ParameterizedTest
    @CsvSource({"1", "500"})
    void matching_by_data_allocates_no_more_for_many_subscriptions(int subscriptions) {
        List<EventFilter> filters = IntStream.range(0, subscriptions)
                .mapToObj(i -> Filtering.filter("{\"advancedFilters\":["
                        + "{\"operatorType\":\"NumberGreaterThan\",\"key\":\"data.amount\",\"value\":" + i + "},"
                        + "{\"operatorType\":\"StringNotIn\",\"key\":\"data.color\",\"values\":[\"c" + i + "\"]}]}"))
                .toList();
        FilterMatcher matcher = new FilterSet(EventSchema.EVENT_GRID, filters).matcher();
        Event event = Filtering.withData("{\"color\":\"red\",\"amount\":12.5,\"more\":\"" + "x".repeat(1_000) + "\"}");
        assertTrue(bytesPerEvent(matcher, event) < 3_072, "bytes for each event: " + bytesPerEvent(matcher, event));
    }

    private static double bytesPerEvent(FilterMatcher matcher, Event event) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int events = 2_000;
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < events; i++) {
                matcher.match(event);
            }
            long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            least = Math.min(least, (double) (after - before) / events);
        }
        return least;
    }
}
