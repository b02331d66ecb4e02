package io.gridhook.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every health store does. */
public abstract class HealthStoreContract {
    private static final EndpointHealth BUSY =
            new EndpointHealth(Instant.parse("2026-11-20T12:00:00.1234567Z"), DeliveryOutcome.BUSY, 1);
    private static final EndpointHealth WORSE =
            new EndpointHealth(Instant.parse("2026-11-20T13:00:00Z"), DeliveryOutcome.RESOLUTION_ERROR, 7);

    /** The store under test, one for each test, empty at first. */
    protected abstract HealthStore store();

    @Test
    void a_healthy_endpoint_is_not_there() {
        assertEquals(Map.of(), store().list());
    }

    @Test
    void states_are_listed_by_key() {
        assertTrue(store().create("a1", BUSY).isPresent());
        assertTrue(store().create("b2", WORSE).isPresent());
        assertEquals(Set.of("a1", "b2"), store().list().keySet());
        assertEquals(BUSY, stored("a1").value());
        assertEquals(WORSE, stored("b2").value());
    }

    @Test
    void what_is_disabled_stays_so() {
        store().create("a1", EndpointHealth.disabled(DeliveryOutcome.GENERIC_ERROR));
        assertTrue(stored("a1").value().isDisabled());
        store().create("b2", BUSY);
        assertFalse(stored("b2").value().isDisabled());
    }

    @Test
    void a_state_is_added_once() {
        assertTrue(store().create("a1", BUSY).isPresent());
        assertEquals(Optional.empty(), store().create("a1", WORSE));
        assertEquals(BUSY, stored("a1").value());
    }

    @Test
    void a_write_returns_the_version_that_a_reading_has() {
        Optional<String> created = store().create("a1", BUSY);
        assertEquals(Optional.of(stored("a1").etag()), created);
        Optional<String> replaced = store().replace("a1", WORSE, created.orElseThrow());
        assertEquals(Optional.of(stored("a1").etag()), replaced);
        assertNotEquals(created, replaced);
        assertEquals(Optional.empty(), store().replace("a1", BUSY, created.orElseThrow()));
        assertTrue(store().replace("a1", BUSY, replaced.orElseThrow()).isPresent());
    }

    @Test
    void of_two_claims_of_one_version_one_wins() {
        store().create("a1", BUSY);
        String etag = stored("a1").etag();
        assertEquals(
                1,
                Race.winners(
                        4, runner -> () -> store().replace("a1", WORSE, etag).isPresent()));
        assertEquals(WORSE, stored("a1").value());
    }

    @Test
    void a_state_is_deleted_once_and_not_replaced_after_that() {
        store().create("a1", BUSY);
        String etag = stored("a1").etag();
        assertTrue(store().delete("a1"));
        assertFalse(store().delete("a1"));
        assertEquals(Optional.empty(), store().replace("a1", WORSE, etag));
        assertEquals(Map.of(), store().list());
    }

    private Versioned<EndpointHealth> stored(String key) {
        return Optional.ofNullable(store().list().get(key)).orElseThrow();
    }
}
