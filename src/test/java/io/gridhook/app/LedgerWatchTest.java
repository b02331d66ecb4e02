package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.NextStep;
import io.gridhook.port.DeliveryLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Issue 8, point 2: what is unaccounted for is alerted on. */
class LedgerWatchTest {
    private final PipelineFixture world = new PipelineFixture();
    private final LedgerWatch watch = new LedgerWatch(world.ports);
    private Map<String, LedgerRow> rows = Map.of();
    private final List<String> said = new ArrayList<>();

    private void counted(long accepted, long delivered) {
        LedgerCounts counts = new LedgerCounts(accepted, delivered, 0, new TreeMap<>());
        LedgerRow.Subscription subscription = new LedgerRow.Subscription("orders", "billing");
        rows = Map.of("row", new LedgerRow(Instant.EPOCH, Set.of(), Map.of(subscription, counts)));
    }

    private List<String> look(int times) {
        said.clear();
        for (int i = 0; i < times; i++) {
            watch.look(rows, new DeliveryLog() {
                @Override
                public void attempt(DeliveryAttempt attempt, NextStep next) {}

                @Override
                public void ended(
                        SubscriptionRef subscription, String eventId, String end, String reason, String where) {}

                @Override
                public void trouble(String what, String consequence) {
                    said.add(what.substring(0, what.indexOf(' ')));
                }
            });
        }
        return said;
    }

    @Test
    void what_stays_open_is_said_once_and_again_when_it_is_more() {
        counted(10, 8);
        assertEquals(List.of(), look(LedgerWatch.LOOKS - 1));
        assertEquals(List.of("2"), look(1));
        assertEquals(List.of(), look(100));
        counted(20, 15);
        assertEquals(List.of("5"), look(100));
        counted(20, 19);
        assertEquals(List.of(), look(100));
        counted(30, 28);
        assertEquals(List.of("2"), look(100));
    }

    /** Counts of several instances are written one after the other. */
    @Test
    void the_least_of_many_looks_counts() {
        for (int i = 0; i < LedgerWatch.LOOKS; i++) {
            counted(10 + i, i % 2);
            assertEquals(List.of(), look(1));
            counted(10 + i, 10 + i);
            assertEquals(List.of(), look(1));
        }
        counted(100, 50);
        assertEquals(List.of(), look(LedgerWatch.LOOKS - 1));
        counted(100, 99);
        assertEquals(List.of("1"), look(1));
    }

    @Test
    void nothing_is_said_while_something_waits_or_ends_were_repeated() {
        counted(10, 12);
        assertEquals(List.of(), look(100));
        counted(10, 8);
        world.subscribe("billing");
        world.published(1, 10);
        assertEquals(List.of(), look(100));
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of("2"), look(LedgerWatch.LOOKS));
    }
}
