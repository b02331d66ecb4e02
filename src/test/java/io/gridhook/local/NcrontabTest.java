package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NcrontabTest {
    /** NCRONTAB with six fields (functions-runtime §2, Timer); 2026-11-20 is a Friday. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            * * * * * *           | 2026-11-20T12:00:00Z     | 2026-11-20T12:00:01Z
            * * * * * *           | 2026-11-20T12:00:00.999Z | 2026-11-20T12:00:01Z
            0 */5 * * * *         | 2026-11-20T12:00:00Z     | 2026-11-20T12:05:00Z
            0 */5 * * * *         | 2026-11-20T12:58:00Z     | 2026-11-20T13:00:00Z
            */20 * * * * *        | 2026-11-20T12:00:41Z     | 2026-11-20T12:01:00Z
            0 0 * * * *           | 2026-11-20T23:30:00Z     | 2026-11-21T00:00:00Z
            0 30 9 * * *          | 2026-12-31T09:30:00Z     | 2027-01-01T09:30:00Z
            0 0 9-17 * * *        | 2026-11-20T17:00:00Z     | 2026-11-21T09:00:00Z
            0 0 6,18 * * *        | 2026-11-20T07:00:00Z     | 2026-11-20T18:00:00Z
            0 0 0 * * 1           | 2026-11-20T12:00:00Z     | 2026-11-23T00:00:00Z
            0 0 0 * * 0           | 2026-11-20T12:00:00Z     | 2026-11-22T00:00:00Z
            0 0 0 1 * *           | 2026-11-20T12:00:00Z     | 2026-12-01T00:00:00Z
            0 0 0 31 * *          | 2026-11-20T12:00:00Z     | 2026-12-31T00:00:00Z
            0 0 0 29 2 *          | 2026-11-20T12:00:00Z     | 2028-02-29T00:00:00Z
            0 0 0 13 * 5          | 2026-11-20T12:00:00Z     | 2027-08-13T00:00:00Z
            10,20-22 0 0 * 1-2 *  | 2027-01-05T00:00:20Z     | 2027-01-05T00:00:21Z
            """)
    void the_next_time_is_the_first_that_matches_all_fields(String expression, Instant after, Instant expected) {
        assertEquals(expected, Ncrontab.parse(expression).next(after));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*/5 * * * *", "0 */5 * * * * *", "60 * * * * *", "* 60 * * * *", "* * 24 * * *", "* * * 0 * *",
                "* * * * 13 *", "* * * * * 7", "*/0 * * * * *", "5-1 * * * * *", "1-5/2 * * * * *", "* * * * Jan *",
                "* * * * * Mon", "L * * * * *", ", * * * * *", "00:05:00", "", "-1 * * * * *"
            })
    void what_is_not_understood_is_refused(String expression) {
        String refused = String.valueOf(assertThrows(LocalHostException.class, () -> Ncrontab.parse(expression))
                .getMessage());
        assertTrue(refused.contains("'" + expression + "'"), refused);
        assertTrue(refused.contains("expected"), refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 0 30 2 *", "0 0 0 31 4,6,9,11 *"})
    void a_day_that_never_comes_is_refused(String expression) {
        String refused = String.valueOf(assertThrows(LocalHostException.class, () -> Ncrontab.parse(expression))
                .getMessage());
        assertTrue(refused.contains("never"), refused);
    }
}
