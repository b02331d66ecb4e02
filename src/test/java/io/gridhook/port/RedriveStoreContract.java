package io.gridhook.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.redrive.RedriveJob;
import io.gridhook.core.redrive.RedriveState;
import io.gridhook.core.redrive.SomeRedrives;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What every store of redrives does. */
public abstract class RedriveStoreContract {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.1234567Z");
    private static final RedriveJob JOB = SomeRedrives.job("11111111-1111-1111-1111-111111111111", NOW);

    /** The store under test, one for each test, empty at first. */
    protected abstract RedriveStore store();

    private String etag() {
        return store().find(JOB.id()).orElseThrow().etag();
    }

    @Test
    void what_was_never_there_is_not_found() {
        assertEquals(Optional.empty(), store().find(JOB.id()));
        assertEquals(Optional.empty(), store().find("no/name?"));
        assertEquals(List.of(), store().list());
        assertEquals(Optional.empty(), store().replace(JOB, "W/\"datetime'2026-11-20T12%3A00%3A00.0000000Z'\""));
        assertFalse(store().delete(JOB.id()));
    }

    @Test
    void one_is_found_as_it_was_created() {
        assertTrue(store().create(JOB));
        assertEquals(JOB, store().find(JOB.id()).orElseThrow().value());
        assertFalse(store().create(JOB.with(RedriveState.PAUSED, "", NOW)));
        assertEquals(JOB, store().find(JOB.id()).orElseThrow().value());
    }

    @Test
    void all_are_listed() {
        RedriveJob other = SomeRedrives.job("22222222-2222-2222-2222-222222222222", NOW);
        store().create(JOB);
        store().create(other);
        assertEquals(
                List.of(JOB.id(), other.id()),
                store().list().stream().map(RedriveJob::id).sorted().collect(Collectors.toList()));
    }

    @Test
    void the_version_that_a_replacement_answers_is_good_for_the_next() {
        store().create(JOB);
        String first = etag();
        Optional<String> second = store().replace(JOB.with(RedriveState.PAUSED, "", NOW), first);
        assertEquals(Optional.of(etag()), second);
        assertEquals(Optional.empty(), store().replace(JOB, first));
        assertTrue(store().replace(JOB.with(RedriveState.CANCELLED, "", NOW), second.orElseThrow())
                .isPresent());
        assertEquals(
                RedriveState.CANCELLED,
                store().find(JOB.id()).orElseThrow().value().state());
    }

    @Test
    void of_two_that_replace_one_version_one_wins() {
        store().create(JOB);
        String etag = etag();
        assertEquals(
                1,
                Race.winners(
                        4,
                        runner -> () -> store().replace(JOB.with(RedriveState.PAUSED, "", NOW), etag)
                                .isPresent()));
    }

    @Test
    void one_is_deleted_once() {
        store().create(JOB);
        String etag = etag();
        assertTrue(store().delete(JOB.id()));
        assertFalse(store().delete(JOB.id()));
        assertEquals(Optional.empty(), store().replace(JOB, etag));
    }
}
