package io.gridhook.core.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §9.2 ({@code eventTime}), §9.6 ({@code time}) and §5.3 (what we write). */
final class DateTimeTextTest {
    @ParameterizedTest
    @CsvSource({
        "2020-08-13T17:18:13.1647262Z,true,2020-08-13T17:18:13.1647262Z",
        "2020-08-13T17:18:13Z,true,2020-08-13T17:18:13Z",
        "2020-08-13t17:18:13z,true,2020-08-13t17:18:13z",
        "2020-08-13T17:18:13+05:30,true,2020-08-13T17:18:13+05:30",
        "2020-08-13T17:18:13.123456789012-00:00,true,2020-08-13T17:18:13.123456789012-00:00",
        "2016-12-31T23:59:60Z,true,2016-12-31T23:59:60Z",
        "2020-02-29T00:00:00Z,true,2020-02-29T00:00:00Z",
        "2020-08-13T17:18:13,false,2020-08-13T17:18:13Z",
        "2020-08-13T17:18:13.5,false,2020-08-13T17:18:13.5Z",
        "2020-08-13T17:18,false,2020-08-13T17:18:00Z",
        "2020-08-13T17:18Z,false,2020-08-13T17:18:00Z",
        "2020-08-13T17:18:13+0530,false,2020-08-13T17:18:13+05:30",
        "2020-08-13T17:18:13-05,false,2020-08-13T17:18:13-05:00",
    })
    void iso_8601_is_known_and_completed_to_rfc_3339(String text, boolean rfc3339, String completed) {
        assertTrue(DateTimeText.isIso8601(text));
        assertEquals(rfc3339, DateTimeText.isRfc3339(text));
        assertEquals(Optional.of(completed), DateTimeText.toRfc3339(text));
        assertTrue(DateTimeText.isRfc3339(completed));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2020-08-13",
                "13/08/2020 17:18:13",
                "2020-13-01T00:00:00Z",
                "2020-00-01T00:00:00Z",
                "2019-02-29T00:00:00Z",
                "2020-01-00T00:00:00Z",
                "2020-01-01T24:00:00Z",
                "2020-01-01T00:60:00Z",
                "2020-01-01T00:00:61Z",
                "2020-01-01T00:00:00.Z",
                "2020-01-01T00:00:00.1x",
                "2020-01-01T00:00:0",
                "2020-01-01T00:00:00+1",
                "2020-01-01T00:00:00+24:00",
                "2020-01-01T00:00:00+00:60",
                "2020-01-01T00:00:00+00-00",
                "2020-01-01T00:00:00Zx",
                "2020-01-01T00-00:00Z",
                "2020-01-01 00:00:00Z",
                "2020/01/01T00:00:00Z",
                "-020-01-01T00:00:00Z",
                "２020-01-01T00:00:00Z",
                "2020-01-01T00:00x00Z",
                " 2020-01-01T00:00:00Z"
            })
    void anything_else_is_refused(String text) {
        assertFalse(DateTimeText.isIso8601(text));
        assertFalse(DateTimeText.isRfc3339(text));
        assertEquals(Optional.empty(), DateTimeText.toRfc3339(text));
    }

    @ParameterizedTest
    @CsvSource({
        "2020-08-13T17:18:13.123456789Z,2020-08-13T17:18:13.1234567Z",
        "2020-08-13T17:18:13Z,2020-08-13T17:18:13.0000000Z",
        "2020-08-13T17:18:13.99999999Z,2020-08-13T17:18:13.9999999Z",
    })
    void what_gridhook_writes_has_seven_digits(String moment, String text) {
        assertEquals(text, Timestamps.iso(Instant.parse(moment)));
        assertTrue(DateTimeText.isRfc3339(text));
    }
}
