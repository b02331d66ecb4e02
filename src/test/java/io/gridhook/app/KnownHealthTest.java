package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.adapter.memory.InMemoryHealthStore;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** "unable to create native thread" is one: else new events would be tried at an endpoint in probation until the process ends. */
    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, RejectedExecutionException.class})
    void a_refresh_that_finds_no_thread_is_tried_again(Class<? extends Throwable> failure) {
        InMemoryHealthStore store = new InMemoryHealthStore();
        store.create("key", EndpointHealth.disabled(DeliveryOutcome.GENERIC_ERROR));
        AtomicReference<Instant> now = new AtomicReference<>(NOW);
        KnownHealth known = new KnownHealth(store, now::get);
        known.fresh();
        now.set(NOW.plus(KnownHealth.AGE_MAX));
        assertThrows(
                failure,
                () -> known.refresh(task -> {
                    if (failure == OutOfMemoryError.class) {
                        throw new OutOfMemoryError("simulated");
                    }
                    throw new RejectedExecutionException("simulated");
                }));
        known.refresh(Runnable::run);
        assertEquals(Set.of("key"), known.recent().keySet());
    }
}
