package io.gridhook.core.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.history.Fate.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Issue 8, point 1: one answer for each subscription, of what the log has of an event. */
class FateTest {
    private static HistoryRow failed(int second) {
        return Rows.attempted(Rows.NOON.plusSeconds(second), "e", second, Rows.AGAIN);
    }

    private static HistoryRow givenUp(int second) {
        return Rows.attempted(Rows.NOON.plusSeconds(second), "e", second, Rows.GIVEN_UP);
    }

    private static HistoryRow delivered(int second) {
        return Rows.attempted(Rows.NOON.plusSeconds(second), "e", second, Rows.COMPLETE);
    }

    private static HistoryRow ended(int second, String reason, String blob) {
        return Rows.ended(Rows.NOON.plusSeconds(second), "e", reason, blob);
    }

    private static HistoryRow published(int second, boolean isWanted) {
        return Rows.published(Rows.NOON.plusSeconds(second), "e", isWanted);
    }

    static Stream<Arguments> histories() {
        return Stream.of(
                Arguments.of(Status.UNKNOWN, List.of()),
                Arguments.of(Status.UNKNOWN, List.of(published(0, true))),
                Arguments.of(Status.NOT_MATCHED, List.of(published(0, false))),
                // Published again after the filter was changed, and again.
                Arguments.of(Status.UNKNOWN, List.of(published(0, false), published(1, true))),
                Arguments.of(Status.NOT_MATCHED, List.of(published(0, true), failed(1), published(2, false))),
                Arguments.of(Status.DELIVERED, List.of(published(0, true), delivered(1))),
                Arguments.of(Status.DELIVERED, List.of(failed(1), delivered(2))),
                Arguments.of(Status.WAITING, List.of(failed(1), failed(2))),
                Arguments.of(Status.WAITING, List.of(failed(1), givenUp(2))),
                Arguments.of(Status.DEAD_LETTERED, List.of(failed(1), givenUp(2), ended(3, "TimeToLiveExceeded", "b"))),
                Arguments.of(Status.DROPPED, List.of(failed(1), givenUp(2), ended(2, "TimeToLiveExceeded", ""))),
                Arguments.of(Status.DROPPED, List.of(ended(1, "SubscriptionDeleted", ""))),
                // Dead-lettered, and published again.
                Arguments.of(Status.DELIVERED, List.of(givenUp(1), ended(2, "TimeToLiveExceeded", "b"), delivered(3))),
                // A duplicate of what ended says nothing of the end.
                Arguments.of(Status.DELIVERED, List.of(delivered(1), ended(2, "PayloadMissing", ""))),
                Arguments.of(Status.DROPPED, List.of(ended(2, "PayloadMissing", ""))));
    }

    @ParameterizedTest
    @MethodSource("histories")
    void the_newest_that_is_known_counts(Status expected, List<HistoryRow> rows) {
        assertEquals(expected, Fate.of("Billing", rows).status());
        List<HistoryRow> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(1));
        assertEquals(expected, Fate.of("billing", shuffled).status());
        assertEquals(Status.UNKNOWN, Fate.of("audit", rows).status());
    }

    @Test
    void it_says_what_it_is_known_by() {
        Fate fate = Fate.of("billing", List.of(published(0, true), failed(1), givenUp(2), ended(3, "Busy", "b")));
        assertEquals(givenUp(2), fate.attempt().orElseThrow());
        assertEquals(ended(3, "Busy", "b"), fate.end().orElseThrow());
        assertEquals(published(0, true), fate.published().orElseThrow());
        assertEquals(
                "data.size",
                Fate.of("billing", List.of(published(0, false)))
                        .clause()
                        .orElseThrow()
                        .key());
    }
}
