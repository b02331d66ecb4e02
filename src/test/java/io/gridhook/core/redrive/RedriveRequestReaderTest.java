package io.gridhook.core.redrive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.topic.InvalidDefinitionException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedriveRequestReaderTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private static RedriveRequest read(String more) {
        return RedriveRequestReader.read(
                SomeRedrives.json("{'topic':'orders','eventSubscription':'billing'" + more + "}"), NOW);
    }

    @Test
    void what_is_not_said_has_defaults() {
        RedriveRequest request = read("");
        assertEquals("billing", request.toEventSubscription());
        assertEquals(100, request.ratePerSecond());
        assertEquals("", request.filterText());
        assertEquals(
                new LetterSelection(
                        Instant.parse("2026-11-13T12:00:00Z"),
                        NOW,
                        Optional.empty(),
                        Set.of(),
                        Optional.empty(),
                        List.of()),
                request.selection());
    }

    /** What is sent again, and fails again, is a dead letter of a later time: it must not be met by the same redrive. */
    @Test
    void the_time_ends_now_at_the_latest() {
        assertEquals(NOW, read(",'to':'2026-12-01T00:00:00Z'").selection().to());
        assertEquals(
                Instant.parse("2026-11-20T09:00:00Z"),
                read(",'to':'2026-11-20T10:00:00+01:00'").selection().to());
    }

    @Test
    void a_dry_run_is_one_that_says_so() {
        assertTrue(RedriveRequestReader.isDryRun(SomeRedrives.json("{'dryRun':true}")));
        assertFalse(RedriveRequestReader.isDryRun(SomeRedrives.json("{'dryRun':false}")));
        assertFalse(RedriveRequestReader.isDryRun(SomeRedrives.json("{}")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ",'ratePerSecond':0 | ratePerSecond: 0 (expected: 1..1000)",
                ",'ratePerSecond':1001 | ratePerSecond: 1001 (expected: 1..1000)",
                ",'ratePerSecond':'5' | ratePerSecond: 5 (expected: a whole number, 1..1000)",
                ",'from':'yesterday' | from: yesterday (expected: a time such as 2026-11-20T09:30:00Z)",
                ",'from':'2026-11-20T13:00:00Z' | from: 2026-11-20T13:00:00Z (expected: not after to, which is 2026-11-20T12:00:00Z)",
                ",'source':'queue' | source: queue (expected: deadLetters or delivered)",
                ",'source':'delivered','reason':'r' | reason: r (expected: none, as what was delivered has no reason)",
                ",'from':'+10000-01-01T00:00:00Z' | from: +10000-01-01T00:00:00Z (expected: a time of the years 0001..9999)",
                ",'to':'-0001-01-01T00:00:00Z' | to: -0001-01-01T00:00:00Z (expected: a time of the years 0001..9999)",
                ",'to':'0001-01-01T00:00:00+01:00' | to: 0001-01-01T00:00:00+01:00 (expected: a time of the years 0001..9999)",
                ",'to':'9999-12-31T23:00:00-01:00' | to: 9999-12-31T23:00:00-01:00 (expected: a time of the years 0001..9999)",
                ",'letters':{} | letters: {} (expected: an array of 0..500 objects with blob and index)",
                ",'letters':[1] | letters: 1 (expected: a JSON object)",
                ",'letters':[{'index':1}] | letters.blob: missing (expected: <container>/<path>.json)",
                ",'letters':[{'blob':'a','index':-1}] | index: -1 (expected: 0..1000000)",
                ",'letters':[{'blob':'a','indx':1}] | letters.indx: unknown property (expected: blob, index)",
                ",'reason':'x','letters':[{'blob':'a'}] | letters: given with eventIds, reason or filter (expected: letters alone, or those without letters)",
                ",'eventIds':'a' | eventIds: a (expected: an array of 0..100 strings)",
                ",'filter':{'subject':'x'} | filter.subject: unknown property (expected: advancedFilters, enableAdvancedFilteringOnArrays, includedEventTypes, isSubjectCaseSensitive, subjectBeginsWith, subjectEndsWith)",
                ",'dryRun':'maybe' | dryRun: maybe (expected: true or false)"
            })
    void what_is_wrong_is_named(String more, String message) {
        assertEquals(
                message,
                assertThrows(InvalidDefinitionException.class, () -> read(more)).getMessage());
    }

    @Test
    void a_topic_and_a_subscription_must_be_named() {
        assertThrows(
                InvalidDefinitionException.class,
                () -> RedriveRequestReader.read(SomeRedrives.json("{'topic':'orders'}"), NOW));
        assertThrows(
                InvalidDefinitionException.class,
                () -> RedriveRequestReader.read(SomeRedrives.json("{'eventSubscription':'billing'}"), NOW));
        assertThrows(InvalidDefinitionException.class, () -> RedriveRequestReader.read(SomeRedrives.json("[]"), NOW));
    }
}
