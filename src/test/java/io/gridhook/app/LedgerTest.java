package io.gridhook.app;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.adapter.memory.InMemoryLedgerStore;
import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.port.LedgerStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Issue 8, point 2: counters that survive the process, written in few transactions. */
class LedgerTest {
    private static final LedgerRow.Subscription BILLING = new LedgerRow.Subscription("orders", "billing");
    private static final LedgerRow.Subscription AUDIT = new LedgerRow.Subscription("orders", "audit");

    private final InMemoryLedgerStore stored = new InMemoryLedgerStore();
    private final RefusingStore store = new RefusingStore();
    private final List<Waiting> timers = new ArrayList<>();
    private final List<String> counted = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private long ids;
    private Ledger ledger = newLedger();

    private record Waiting(Instant due, Runnable task) {}

    /** Counts writes, and refuses them while it is told to. */
    private final class RefusingStore implements LedgerStore {
        private boolean refuses;
        private int saves;

        @Override
        public Map<String, Versioned<LedgerRow>> list() {
            return stored.list();
        }

        @Override
        public void save(String id, LedgerRow row) {
            if (refuses) {
                throw new StorageUnavailableException("refused");
            }
            saves++;
            stored.save(id, row);
        }

        @Override
        public boolean replace(String id, LedgerRow row, String etag) {
            return stored.replace(id, row, etag);
        }

        @Override
        public boolean delete(String id) {
            if (refuses) {
                throw new StorageUnavailableException("refused");
            }
            return stored.delete(id);
        }
    }

    private Ledger newLedger() {
        Metrics metrics = new Metrics() {
            @Override
            public void add(Counter counter, long amount, String... labelValues) {
                counted.add(counter.wireName() + " " + amount);
            }

            @Override
            public void record(Timer timer, Duration duration, String... labelValues) {
                counted.add(timer.wireName());
            }
        };
        return new Ledger(
                metrics,
                store,
                () -> now,
                (delay, task) -> {
                    timers.add(new Waiting(now.plus(delay), task));
                    return () -> {};
                },
                Runnable::run,
                () -> new UUID(0, ++ids));
    }

    private void pass(Duration duration) {
        Instant end = now.plus(duration);
        while (true) {
            Waiting next = timers.stream()
                    .filter(timer -> !timer.due().isAfter(end))
                    .min((a, b) -> a.due().compareTo(b.due()))
                    .orElse(null);
            if (next == null) {
                now = end;
                return;
            }
            timers.remove(next);
            now = next.due();
            next.task().run();
        }
    }

    private void accept(int times) {
        for (int i = 0; i < times; i++) {
            ledger.add(Counter.MATCHED_EVENT_COUNT, 1, "orders", "billing");
        }
    }

    private static LedgerCounts accepted(long count) {
        return new LedgerCounts(count, 0, 0, new TreeMap<>());
    }

    @Test
    void ends_are_told_apart_and_everything_is_passed_on() {
        ledger.add(Counter.MATCHED_EVENT_COUNT, 9, "orders", "billing");
        ledger.add(Counter.DELIVERY_SUCCESS_COUNT, 3, "orders", "billing");
        ledger.add(Counter.DEAD_LETTERED_COUNT, 2, "orders", "billing", "NotFound");
        ledger.add(Counter.DROPPED_EVENT_COUNT, 1, "orders", "billing", "Forbidden");
        ledger.add(Counter.DROPPED_EVENT_COUNT, 1, "orders", "billing", "Forbidden");
        ledger.add(Counter.DELIVERY_ATTEMPT_FAIL_COUNT, 7, "orders", "billing", "HttpStatus500", "GenericError");
        ledger.record(Metrics.Timer.PUBLISH_SUCCESS_LATENCY, Duration.ZERO, "orders");
        LedgerCounts counts = requireNonNull(ledger.total().get(BILLING));
        assertEquals(new LedgerCounts(9, 3, 2, new TreeMap<>(Map.of("Forbidden", 2L))), counts);
        assertEquals(7, counts.ended());
        assertEquals(2, counts.open());
        assertEquals(7, counted.size());
    }

    /** DESIGN §1.4: a write a minute at most, and one in five where there is little to write. */
    @Test
    void many_counts_are_written_within_a_minute_and_few_within_five() {
        accept(Ledger.MANY - 1);
        pass(Duration.ofSeconds(299));
        assertEquals(0, store.saves);
        pass(Duration.ofSeconds(1));
        assertEquals(1, store.saves);
        accept(Ledger.MANY);
        pass(Duration.ofSeconds(59));
        assertEquals(1, store.saves);
        pass(Duration.ofSeconds(1));
        assertEquals(2, store.saves);
        pass(Duration.ofHours(1));
        assertEquals(2, store.saves);
    }

    @Test
    void counts_survive_the_process_and_those_of_others_are_added() {
        accept(5);
        ledger.save();
        ledger = newLedger();
        accept(2);
        assertEquals(Map.of(BILLING, accepted(7)), ledger.total());
        ledger.save();
        ledger.save();
        assertEquals(2, store.saves);
        assertEquals(Map.of(BILLING, accepted(7)), newLedger().total());
    }

    @Test
    void what_storage_refuses_is_written_later() {
        accept(Ledger.MANY);
        store.refuses = true;
        pass(Duration.ofMinutes(10));
        assertThrows(StorageUnavailableException.class, ledger::save);
        accept(1);
        store.refuses = false;
        pass(Duration.ofMinutes(1));
        assertEquals(Map.of(BILLING, accepted(Ledger.MANY + 1L)), newLedger().total());
    }

    /** Who adds up old rows may delete them: nobody may come back to one. */
    @Test
    void a_row_is_written_to_for_a_day() {
        accept(1);
        pass(Duration.ofHours(30));
        accept(1);
        pass(Duration.ofMinutes(5));
        assertEquals(2, stored.list().size());
        assertEquals(Map.of(BILLING, accepted(2)), ledger.total());
    }

    @Test
    void a_row_that_is_full_is_followed_by_another() {
        for (int i = 0; i < Ledger.ROW_SUBSCRIPTIONS_MAX; i++) {
            ledger.add(Counter.MATCHED_EVENT_COUNT, 1, "orders", "s" + i);
        }
        ledger.save();
        ledger.add(Counter.MATCHED_EVENT_COUNT, 1, "orders", "s0");
        ledger.save();
        assertEquals(2, stored.list().size());
        assertEquals(
                Ledger.ROW_SUBSCRIPTIONS_MAX + 1L,
                LedgerCounts.sum(ledger.total()).accepted());
    }

    private void merge() {
        new LedgerMerge(store, () -> now).merge(new HashSet<>(Set.of(BILLING)));
    }

    private void threeOldRows() {
        for (int i = 0; i < 3; i++) {
            ledger = newLedger();
            accept(1 + i);
            ledger.add(Counter.MATCHED_EVENT_COUNT, 1, "orders", "audit");
            ledger.save();
            now = now.plusSeconds(1);
        }
    }

    @Test
    void rows_that_are_over_become_one_without_subscriptions_that_are_gone() {
        threeOldRows();
        now = now.plus(LedgerMerge.OVER);
        ledger = newLedger();
        accept(10);
        ledger.save();
        merge();
        merge();
        assertEquals(2, stored.list().size());
        assertEquals(Map.of(BILLING, accepted(16)), newLedger().total());
    }

    @Test
    void rows_that_may_be_written_to_are_left_alone() {
        threeOldRows();
        now = now.plus(LedgerMerge.OVER).minusSeconds(3);
        merge();
        assertEquals(3, stored.list().size());
        assertEquals(3, requireNonNull(ledger.total().get(AUDIT)).accepted());
    }

    /** The sum is written and the rows in it are still there: a broken variant counts them twice. */
    @Test
    void a_merge_that_breaks_off_counts_nothing_twice() {
        threeOldRows();
        now = now.plus(LedgerMerge.OVER);
        store.refuses = true;
        assertThrows(StorageUnavailableException.class, this::merge);
        assertEquals(3, stored.list().size());
        assertEquals(Map.of(BILLING, accepted(6)), newLedger().total());
        store.refuses = false;
        merge();
        assertEquals(1, stored.list().size());
        assertEquals(Map.of(BILLING, accepted(6)), newLedger().total());
    }
}
