package io.gridhook.core.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventAttributes;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §8.1. */
class EventFilterTest {

    @ParameterizedTest
    @CsvSource({
        // begins, ends, case-sensitive, subject, matches
        "'',        '',     false, '',             true",
        "'',        '',     true,  /any,           true",
        "/blobs,    '',     false, /blobs/a.jpg,   true",
        "/blobs,    '',     false, /blobs,         true",
        "/blobs,    '',     false, /blob,          false",
        "/blobs,    '',     false, x/blobs,        false",
        "/blobs,    '',     false, '',             false",
        "'',        .jpg,   false, /blobs/a.jpg,   true",
        "'',        .jpg,   false, .jpg,           true",
        "'',        .jpg,   false, jpg,            false",
        "'',        .jpg,   false, a.jpg.txt,      false",
        "'',        .jpg,   false, '',             false",
        "/blobs,    .jpg,   false, /blobs/a.png,   false",
        "/blobs,    .jpg,   false, /files/a.jpg,   false",
        // Each clause looks at the whole subject, so they may overlap.
        "abc,       bcd,    false, abcd,           true",
        "abc,       abc,    false, abc,            true",
        "abc,       abc,    false, abcabc,         true",
        "abcd,      bcd,    false, abc,            false",
        // Letter case.
        "/BLOBS,    .JPG,   false, /blobs/a.jpg,   true",
        "/BLOBS,    .jpg,   true,  /blobs/a.jpg,   false",
        "/blobs,    .JPG,   true,  /blobs/a.jpg,   false",
        "/blobs,    .jpg,   true,  /blobs/a.jpg,   true",
        // No wildcards.
        "/b*,       '',     false, /blobs,         false",
        "/b*,       '',     false, /b*c,           true",
    })
    void subject_clauses(String begins, String ends, boolean caseSensitive, String subject, boolean matches) {
        EventFilter filter = new EventFilter(List.of(), begins, ends, caseSensitive);
        assertEquals(matches, filter.matches(event("T", subject)));
    }

    @ParameterizedTest
    @CsvSource({"Created, true", "created, true", "Deleted, true", "Renamed, false", "Create, false", "'', false"})
    void included_event_types_match_whole_and_without_regard_to_case(String type, boolean matches) {
        EventFilter filter = new EventFilter(List.of("Created", "Deleted"), "", "", true);
        assertEquals(matches, filter.matches(event(type, "s")));
    }

    @Test
    void type_and_subject_must_both_hold() {
        EventFilter filter = new EventFilter(List.of("A"), "/x", "", false);
        assertEquals(
                List.of(true, false, false),
                List.of(
                        filter.matches(event("A", "/x")),
                        filter.matches(event("B", "/x")),
                        filter.matches(event("A", "/y"))));
    }

    @Test
    void the_empty_filter_wants_everything() {
        assertTrue(EventFilter.ALL.matches(event("", "")) && EventFilter.ALL.matches(event("T", "s")));
    }

    private static Event event(String type, String subject) {
        EventAttributes attributes = new EventAttributes("id", "source", type, subject, "", "");
        return new Event(EventSchema.EVENT_GRID, JsonText.of("{}"), attributes);
    }
}
