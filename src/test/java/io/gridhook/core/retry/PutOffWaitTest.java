package io.gridhook.core.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 3, point 3: "with a growing delay". */
class PutOffWaitTest {
    private static final Instant PUBLISHED = Instant.parse("2026-11-20T09:00:00Z");

    @ParameterizedTest(name = "{0} ms after the publish, at {1} ms")
    @CsvSource({
        "0, 1000",
        "1, 2000",
        "4000, 5000",
        "4001, 6000",
        "20000, 25000",
        "36000, 45000",
        // From a wait of ten seconds on at full ten seconds.
        "40000, 50000",
        "40001, 60000",
        "1200000, 1500000",
        "86400000, 86700000",
    })
    void a_quarter_of_its_age_at_full_seconds(long ageMillis, long endMillis) {
        Instant end = PutOffWait.end(PUBLISHED, PUBLISHED.plusMillis(ageMillis));
        assertEquals(PUBLISHED.plusMillis(endMillis), end);
    }

    /** The publisher's clock may be ahead of ours. */
    @ParameterizedTest
    @CsvSource({"-5000, -4000", "-1, 1000"})
    void an_event_from_the_future_waits_a_second(long ageMillis, long endMillis) {
        assertEquals(PUBLISHED.plusMillis(endMillis), PutOffWait.end(PUBLISHED, PUBLISHED.plusMillis(ageMillis)));
    }
}
