package io.gridhook.core.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §5.2. */
class DeadLetterFolderTest {
    private static final String BLOB = "BILLING/2026/2/8/7/11111111-1111-1111-1111-111111111111.json";

    @Test
    void a_blobs_folder_is_its_hour() {
        DeadLetterFolder hour = DeadLetterFolder.ofBlob(BLOB).orElseThrow();
        assertTrue(hour.isHour());
        assertEquals("BILLING/2026/2/8/7/", hour.prefix());
        assertEquals(Instant.parse("2026-02-08T07:00:00Z"), hour.from());
        assertEquals(Instant.parse("2026-02-08T08:00:00Z"), hour.to());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "BILLING",
                "BILLING/2026/2/8/x.json",
                "BILLING/2026/02/8/7/x.json",
                "BILLING/2026/2/30/7/x.json",
                "BILLING/2026/13/8/7/x.json",
                "BILLING/2026/2/8/24/x.json",
                "BILLING/2026/2/8/-1/x.json",
                "BILLING/20266/2/8/7/x.json",
                "BILLING/2026/2/8/7/x.txt",
                "BILLING/2026/2/8/7/x/y.json"
            })
    void what_is_named_otherwise_is_no_dead_letter_blob(String name) {
        assertEquals(Optional.empty(), DeadLetterFolder.ofBlob(name));
    }

    @Test
    void a_subscriptions_folder_is_in_upper_case_and_of_all_time() {
        DeadLetterFolder all = DeadLetterFolder.of("billing");
        assertEquals("BILLING/", all.prefix());
        assertTrue(all.overlaps(Instant.parse("0001-01-01T00:00:00Z"), Instant.parse("0001-01-01T00:00:00Z")));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-02-08T06:00:00Z, 2026-02-08T06:59:59Z, false",
        "2026-02-08T06:00:00Z, 2026-02-08T07:00:00Z, true",
        "2026-02-08T07:59:59Z, 2026-02-08T09:00:00Z, true",
        "2026-02-08T08:00:00Z, 2026-02-08T09:00:00Z, false"
    })
    void a_folder_overlaps_a_time_with_both_its_ends(Instant first, Instant last, boolean expected) {
        assertEquals(expected, DeadLetterFolder.ofBlob(BLOB).orElseThrow().overlaps(first, last));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-02-08T07:30:00Z, 2026-02-08T07:30:00Z",
        "2026-02-07T00:00:00Z, 2026-02-08T07:00:00Z",
        "2026-02-08T08:00:00Z, 2026-02-08T07:59:59.999Z"
    })
    void every_letter_has_a_time_within_its_folder(Instant time, Instant within) {
        DeadLetterFolder hour = DeadLetterFolder.ofBlob(BLOB).orElseThrow();
        assertEquals(within, hour.within(time));
        assertTrue(hour.overlaps(within, within));
        assertFalse(hour.overlaps(hour.to(), hour.to()));
    }
}
