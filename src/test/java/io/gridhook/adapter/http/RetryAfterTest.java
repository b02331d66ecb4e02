package io.gridhook.adapter.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9110 §10.2.3 and §5.6.7, as of 2026-11-20T12:00:00Z (a Friday). */
class RetryAfterTest {
    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "120, PT2M",
        "' 7 ', PT7S",
        "2592000, P30D",
        "2592001, P30D",
        "99999999999999999999999, P30D",
        "'Fri, 20 Nov 2026 12:05:00 GMT', PT5M",
        "'Friday, 20-Nov-26 12:05:00 GMT', PT5M",
        "'Fri Nov 20 12:05:00 2026', PT5M",
        "'Sun Dec  6 12:00:00 2026', P16D",
        "'Fri, 20 Nov 2026 11:00:00 GMT', PT0S",
        "'Fri, 20 Nov 2099 12:00:00 GMT', P30D",
        "'',",
        "-1,",
        "+1,",
        "1.5,",
        "soon,",
        "٣,",
        "2026-11-20T12:05:00Z,",
        "'Fri, 99 Nov 2026 12:05:00 GMT',",
    })
    void a_wait_is_a_number_of_seconds_or_a_date(String value, @Nullable Duration expected) {
        assertEquals(Optional.ofNullable(expected), RetryAfter.parse(value, WebhookClientFixture.NOW));
    }

    /** What was answered within one second is due together. */
    @Test
    void a_date_is_a_wait_of_whole_seconds() {
        for (int millis : new int[] {1, 300, 999}) {
            assertEquals(
                    Optional.of(Duration.ofMinutes(5)),
                    RetryAfter.parse("Fri, 20 Nov 2026 12:05:00 GMT", WebhookClientFixture.NOW.plusMillis(millis)));
        }
    }
}
