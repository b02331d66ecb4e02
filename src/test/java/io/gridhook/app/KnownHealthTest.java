package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.adapter.memory.InMemoryHealthStore;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KnownHealthTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    /** Else a new event of a subscription that was just enabled again would be put off for hours, while storage is slow. */
    @Test
    void who_asks_after_a_change_does_not_wait_for_a_reading_that_began_before_it() throws Exception {
        InMemoryHealthStore store = new InMemoryHealthStore();
        store.create("key", EndpointHealth.disabled(DeliveryOutcome.GENERIC_ERROR));
        StuckHealthStore slow = new StuckHealthStore(store);
        KnownHealth known = new KnownHealth(slow, () -> NOW);
        slow.getStuckAt("list");
        CompletableFuture<Set<String>> before =
                CompletableFuture.supplyAsync(() -> known.fresh().keySet());
        slow.awaitAsked();
        slow.getStuckAt("");
        store.delete("key");
        known.forget();
        CompletableFuture<Set<String>> after =
                CompletableFuture.supplyAsync(() -> known.fresh().keySet());
        try {
            assertEquals(Set.of(), after.get(10, TimeUnit.SECONDS));
        } finally {
            slow.answer();
        }
        before.get(10, TimeUnit.SECONDS);
        assertEquals(Set.of(), known.last().keySet());
    }
}
