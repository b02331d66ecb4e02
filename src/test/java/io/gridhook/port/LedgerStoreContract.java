package io.gridhook.port;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What every store of the ledger does. */
public abstract class LedgerStoreContract {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.1234567Z");
    private static final String ID = "5f0f6d5e-0000-4000-8000-000000000001";
    private static final String OTHER = "5f0f6d5e-0000-4000-8000-000000000002";

    /** The store under test, one for each test, empty at first. */
    protected abstract LedgerStore store();

    private static LedgerRow row(long accepted) {
        return new LedgerRow(
                NOON,
                Set.of("a", "b"),
                Map.of(
                        new LedgerRow.Subscription("orders", "Billing"),
                        new LedgerCounts(accepted, 2, 3, new TreeMap<>(Map.of("Forbidden", 4L, "NotFound", 5L))),
                        new LedgerRow.Subscription("shops/berlin", "all"),
                        new LedgerCounts(1L << 40, 0, 0, new TreeMap<>())));
    }

    private Map<String, LedgerRow> rows() {
        Map<String, LedgerRow> rows = new HashMap<>();
        store().list().forEach((id, row) -> rows.put(id, row.value()));
        return rows;
    }

    @Test
    void rows_are_as_they_were_saved() {
        store().save(ID, row(1));
        store().save(OTHER, new LedgerRow(NOON, Set.of(), Map.of()));
        assertEquals(Map.of(ID, row(1), OTHER, new LedgerRow(NOON, Set.of(), Map.of())), rows());
    }

    @Test
    void a_saved_row_takes_the_place_of_the_one_before() {
        store().save(ID, row(1));
        store().save(ID, row(2));
        assertEquals(Map.of(ID, row(2)), rows());
    }

    @Test
    void a_row_is_replaced_unless_it_changed_or_is_gone() {
        store().save(ID, row(1));
        String etag = requireNonNull(store().list().get(ID)).etag();
        assertTrue(store().replace(ID, row(2), etag));
        assertFalse(store().replace(ID, row(3), etag));
        assertTrue(store().delete(ID));
        assertFalse(store().replace(ID, row(4), etag));
        assertEquals(Map.of(), rows());
        assertFalse(store().delete(ID));
    }

    /** Ours: 400 subscriptions to a row, with the longest names and some reasons each. */
    @Test
    void a_full_row_is_kept() {
        Map<LedgerRow.Subscription, LedgerCounts> counts = new HashMap<>();
        for (int i = 0; i < 400; i++) {
            counts.put(
                    new LedgerRow.Subscription("d".repeat(50) + "/" + "t".repeat(128), String.format("%064d", i)),
                    new LedgerCounts(
                            1_000_000_000_000L,
                            1_000_000_000_000L,
                            1,
                            new TreeMap<>(Map.of("MaxDeliveryAttemptsExceeded", 1L, "TimeToLiveExceeded", 1L))));
        }
        LedgerRow full = new LedgerRow(NOON, Set.of(), counts);
        store().save(ID, full);
        assertEquals(full, rows().get(ID));
    }
}
