package io.gridhook.core.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 8, point 1: failures always, successes by setting. */
class HistoryRulesTest {
    private static HistoryRules rules(String text) {
        return HistoryRules.parse(text, false, Duration.ofDays(7));
    }

    /** What followed a failure tells how it ended. */
    @ParameterizedTest
    @CsvSource({
        "off, false, false, false, false",
        "failures, false, true, true, true",
        "sampled:1000000, false, true, true, true",
        "sampled:1, true, true, true, true",
        "all, true, true, true, true"
    })
    void attempts_and_ends_are_kept_by_setting(
            String text, boolean first, boolean second, boolean failed, boolean end) {
        HistoryRules rules = rules(text);
        assertEquals(first, rules.keeps((HistoryRow) Rows.attempted(Rows.NOON, "e", 1, Rows.COMPLETE)));
        assertEquals(second, rules.keeps((HistoryRow) Rows.attempted(Rows.NOON, "e", 2, Rows.COMPLETE)));
        assertEquals(failed, rules.keeps((HistoryRow) Rows.attempted(Rows.NOON, "e", 1, Rows.AGAIN)));
        assertEquals(end, rules.keeps((HistoryRow) Rows.ended(Rows.NOON, "e", "Busy", "")));
        assertFalse(rules.keeps((HistoryRow) Rows.published(Rows.NOON, "e", true)));
        assertTrue(HistoryRules.parse(text, true, Duration.ofDays(7))
                .keeps((HistoryRow) Rows.published(Rows.NOON, "e", true)));
    }

    @Test
    void a_sample_is_as_large_as_it_says() {
        long kept = IntStream.range(0, 10_000)
                .filter(i -> rules("sampled:10")
                        .keeps((HistoryRow) Rows.attempted(Rows.NOON, "event-" + i, 1, Rows.COMPLETE)))
                .count();
        assertTrue(kept > 850 && kept < 1_150, "kept: " + kept);
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "failures", "sampled:7", "all"})
    void it_is_shown_as_it_was_set(String text) {
        assertEquals(text, rules(text).successes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "on", "sampled", "sampled:", "sampled:0", "sampled:-1", "sampled:1000001", "sampled:x"})
    void anything_else_is_refused(String text) {
        assertEquals(
                text + " (expected: off, failures, sampled:<1..1000000> or all)",
                assertThrows(IllegalArgumentException.class, () -> rules(text)).getMessage());
    }
}
