package io.gridhook.core.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryScheduleTest {
    @ParameterizedTest
    @CsvSource({"1, PT1S", "2, PT5S", "3, PT5S", "2147483647, PT5S"})
    void the_last_step_repeats(int attempt, Duration wait) {
        RetrySchedule schedule = new RetrySchedule(List.of(Duration.ofSeconds(1), Duration.ofSeconds(5)));
        assertEquals(wait, schedule.after(attempt));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void attempts_count_from_one(int attempt) {
        RetrySchedule schedule = new RetrySchedule(List.of(Duration.ofSeconds(1)));
        assertEquals(
                "attempt: " + attempt + " (expected: 1 or more)",
                assertThrows(IllegalArgumentException.class, () -> schedule.after(attempt))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource({"PT1S, true", "PT0.999S, false", "PT720H, true", "PT720H0.001S, false"})
    void a_step_takes_a_second_to_thirty_days(Duration step, boolean allowed) {
        if (allowed) {
            assertEquals(step, new RetrySchedule(List.of(step)).after(1));
        } else {
            assertEquals(
                    "schedule: " + step + " (expected: PT1S..PT720H)",
                    assertThrows(IllegalArgumentException.class, () -> new RetrySchedule(List.of(step)))
                            .getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "100, true", "101, false"})
    void a_schedule_has_up_to_a_hundred_steps(int count, boolean allowed) {
        List<Duration> steps = Collections.nCopies(count, Duration.ofSeconds(1));
        if (allowed) {
            assertEquals(count, new RetrySchedule(steps).steps().size());
        } else {
            assertEquals(
                    "schedule: " + count + " steps (expected: 1..100)",
                    assertThrows(IllegalArgumentException.class, () -> new RetrySchedule(steps))
                            .getMessage());
        }
    }

    /** The numbers are in messages that were stored before this version. */
    @ParameterizedTest
    @CsvSource({
        "MAX_DELIVERY_ATTEMPTS_EXCEEDED, 1, MaxDeliveryAttemptsExceeded",
        "TIME_TO_LIVE_EXCEEDED, 2, TimeToLiveExceeded",
        "UNDELIVERABLE_DUE_TO_HTTP_BAD_REQUEST, 3, UndeliverableDueToHttpBadRequest",
        "UNDELIVERABLE_DUE_TO_CLIENT_ERROR, 4, UndeliverableDueToClientError",
    })
    void reasons_have_numbers_and_the_names_of_behaviour_5_4(DeadLetterReason reason, int code, String wireName) {
        assertEquals(code, reason.code());
        assertEquals(wireName, reason.wireName());
        assertEquals(reason, DeadLetterReason.ofCode(code));
    }

    /** A new reason needs a row above. */
    @ParameterizedTest
    @EnumSource
    void every_reason_has_a_number_of_its_own(DeadLetterReason reason) {
        Set<Integer> codes = new HashSet<>();
        for (DeadLetterReason each : DeadLetterReason.values()) {
            codes.add(each.code());
        }
        assertEquals(4, codes.size());
        assertEquals(reason, DeadLetterReason.ofCode(reason.code()));
    }

    @Test
    void an_unknown_reason_is_refused() {
        assertEquals(
                "dead-letter reason: 9 (expected: 1..4)",
                assertThrows(IllegalArgumentException.class, () -> DeadLetterReason.ofCode(9))
                        .getMessage());
    }
}
