package io.gridhook.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.port.ConsentStore.Consent;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every store of early consents does. */
public abstract class ConsentStoreContract {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.1234567Z");
    private static final UUID CODE = new UUID(1, 2);
    private static final UUID OTHER = new UUID(1, 3);

    /** The store under test, one for each test, empty at first. */
    protected abstract ConsentStore store();

    @Test
    void a_consent_is_found_by_its_code() {
        Consent rated = new Consent(NOON, OptionalInt.of(120));
        Consent unlimited = new Consent(NOON, OptionalInt.empty());
        assertTrue(store().keep(CODE, rated));
        assertTrue(store().keep(OTHER, unlimited));
        assertEquals(Optional.of(rated), store().find(CODE));
        assertEquals(Optional.of(unlimited), store().find(OTHER));
        assertEquals(Optional.empty(), store().find(new UUID(9, 9)));
    }

    @Test
    void a_consent_is_kept_once() {
        Consent first = new Consent(NOON, OptionalInt.empty());
        assertTrue(store().keep(CODE, first));
        assertFalse(store().keep(CODE, new Consent(NOON, OptionalInt.of(1))));
        assertEquals(Optional.of(first), store().find(CODE));
        assertEquals(1, Race.winners(4, runner -> () -> store().keep(OTHER, first)));
    }

    @Test
    void old_consents_go_and_no_others() {
        store().keep(CODE, new Consent(NOON.minusNanos(100), OptionalInt.empty()));
        store().keep(OTHER, new Consent(NOON, OptionalInt.empty()));
        store().deleteBefore(NOON);
        assertEquals(Optional.empty(), store().find(CODE));
        assertTrue(store().find(OTHER).isPresent());
    }
}
