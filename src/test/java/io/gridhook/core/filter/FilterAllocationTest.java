package io.gridhook.core.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventSchema;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What matching asks of the heap, counted on this thread: nothing for an event, but for the numbers that filters compare. */
class FilterAllocationTest {
    private static final int EVENTS = 2_000;
    /** The profile of the thread itself, and the loading of a class, beside a thousand events. */
    private static final int NOISE_BYTES = 8_192;
    /** A {@link java.math.BigDecimal} is 40. */
    private static final int NUMBER_BYTES = 48;

    private static final Event EVENT = Filtering.withData(
            "{\"lines\":[{\"sku\":\"1234567\",\"count\":2},{\"sku\":\"7654321\",\"count\":3}],\"color\":\"Grün \\u00e9\","
                    + "\"tags\":[\"a\",\"b\",\"blue\"],\"customer\":{\"name\":\"somebody\",\"city\":\"Berlin\"},\"amount\":12.25,"
                    + "\"paid\":true}");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "StringIn           | data.customer.city | [\"none\", \"berlin\"] | 0",
                "StringContains     | data.color         | [\"grün\"]             | 0",
                "StringBeginsWith   | DATA.Color         | [\"gr\"]               | 0",
                "StringIn           | data.tags          | [\"blue\"]             | 0",
                "BoolEquals         | data.paid          | true                   | 0",
                "IsNotNull          | data.paid          | ''                     | 0",
                "StringEndsWith     | subject            | [\"s\"]                | 0",
                "NumberGreaterThan  | data.amount        | 12                     | 1",
                "NumberInRange      | data.amount        | [[1, 2], [12, 12.5]]   | 1",
            })
    void an_event_costs_no_memory_but_its_numbers(String operatorType, String key, String operand, int numbers) {
        EventFilter filter = Filtering.advanced(operatorType, key, operand);
        FilterMatcher matcher = new FilterSet(EventSchema.EVENT_GRID, List.of(filter)).matcher();
        matchAll(matcher);
        long allocated = matchAll(matcher);
        assertTrue(
                allocated <= NOISE_BYTES + (long) EVENTS * numbers * NUMBER_BYTES,
                () -> (double) allocated / EVENTS + " bytes an event");
    }

    /** A publish of one event would make one for all subscriptions, else. */
    @Test
    void a_matcher_that_was_given_back_is_used_again() {
        FilterSet set = new FilterSet(
                EventSchema.EVENT_GRID,
                IntStream.range(0, 500)
                        .mapToObj(i -> Filtering.advanced("StringIn", "data.customer.city", "[\"city-" + i + "\"]"))
                        .toList());
        FilterMatcher first = set.matcher();
        FilterMatcher second = set.matcher();
        assertNotSame(first, second, "each thread has its own");
        set.giveBack(first);
        assertSame(first, set.matcher());
    }

    /** What is marked with the number of an event must not be so by an event long before. */
    @Test
    void a_matcher_that_has_seen_a_million_events_is_not_used_again() {
        FilterSet set = new FilterSet(
                EventSchema.EVENT_GRID, List.of(Filtering.advanced("StringEndsWith", "subject", "[\"s\"]")));
        FilterMatcher matcher = set.matcher();
        for (int i = 0; i < 1 << 20; i++) {
            assertEquals(1, matcher.match(EVENT));
        }
        set.giveBack(matcher);
        assertNotSame(matcher, set.matcher());
    }

    private static long matchAll(FilterMatcher matcher) {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < EVENTS; i++) {
            if (matcher.match(EVENT) != 1) {
                throw new AssertionError("no match");
            }
        }
        return thread.getCurrentThreadAllocatedBytes() - before;
    }
}
