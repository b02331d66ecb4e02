package io.gridhook.app;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.adapter.memory.InMemoryLedgerStore;
import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.NextStep;
import io.gridhook.port.DeliveryLog;
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
    private final List<Runnable> works = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private final List<String> counted = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private boolean isOutOfThreads;
    private long ids;
    private Ledger ledger = newLedger();

    private record Waiting(Instant due, Runnable task) {}

    /** Counts writes, and refuses them while it is told to. */
    private final class RefusingStore implements LedgerStore {
        private boolean refuses;
        private Runnable meanwhile = () -> {};
        private Runnable listed = () -> {};
        private int saves;

        @Override
        public Map<String, Versioned<LedgerRow>> list() {
            Map<String, Versioned<LedgerRow>> rows = stored.list();
            listed.run();
            return rows;
        }

        @Override
        public void save(String id, LedgerRow row) {
            meanwhile.run();
            if (row.counts().size() > Ledger.ROW_SUBSCRIPTIONS_MAX) {
                throw new IllegalArgumentException("too many");
            }
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

    private record SilentLog(List<String> troubles) implements DeliveryLog {
        @Override
        public void attempt(DeliveryAttempt attempt, NextStep next) {}

        @Override
        public void ended(SubscriptionRef subscription, String eventId, String end, String reason, String where) {}

        @Override
        public void trouble(String what, String consequence) {
            troubles.add(what);
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
                this::start,
                () -> new UUID(0, ++ids),
                new SilentLog(troubles));
    }

    private void start(Runnable work) {
        if (isOutOfThreads) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        works.add(work);
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
            while (!works.isEmpty()) {
                works.remove(0).run();
            }
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
        ledger.add(Counter.DELIVERY_SUCCESS_COUNT, 4, "orders", "billing");
        ledger.add(Counter.DELIVERED_EVENT_COUNT, 3, "orders", "billing");
        ledger.add(Counter.DEAD_LETTERED_COUNT, 2, "orders", "billing", "NotFound");
        ledger.add(Counter.DROPPED_EVENT_COUNT, 1, "orders", "billing", "Forbidden");
        ledger.add(Counter.DROPPED_EVENT_COUNT, 1, "orders", "billing", "Forbidden");
        ledger.add(Counter.DELIVERY_ATTEMPT_FAIL_COUNT, 7, "orders", "billing", "HttpStatus500", "GenericError");
        ledger.record(Metrics.Timer.PUBLISH_SUCCESS_LATENCY, Duration.ZERO, "orders");
        LedgerCounts counts = requireNonNull(ledger.total().get(BILLING));
        assertEquals(new LedgerCounts(9, 3, 2, new TreeMap<>(Map.of("Forbidden", 2L))), counts);
        assertEquals(7, counts.ended());
        assertEquals(2, counts.open());
        assertEquals(8, counted.size());
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

    @Test
    void counts_are_written_when_there_are_threads_again() {
        accept(Ledger.MANY);
        isOutOfThreads = true;
        pass(Duration.ofMinutes(2));
        assertEquals(0, store.saves);
        isOutOfThreads = false;
        pass(Duration.ofMinutes(1));
        assertEquals(Map.of(BILLING, accepted(Ledger.MANY)), newLedger().total());
    }

    @Test
    void an_error_in_a_write_loses_no_count_and_is_followed_by_another_write() {
        accept(Ledger.MANY);
        store.meanwhile = () -> {
            throw new OutOfMemoryError("Java heap space");
        };
        assertThrows(OutOfMemoryError.class, () -> pass(Duration.ofMinutes(1)), "the thread ends");
        store.meanwhile = () -> {};
        pass(Duration.ofMinutes(1));
        assertEquals(Map.of(BILLING, accepted(Ledger.MANY)), newLedger().total());
    }

    @Test
    void counts_that_follow_a_save_by_somebody_else_are_written_too() {
        accept(1);
        ledger.save();
        pass(Duration.ofMinutes(5));
        accept(1);
        pass(Duration.ofMinutes(5));
        assertEquals(Map.of(BILLING, accepted(2)), newLedger().total());
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
        for (int i = 0; i < 3 * Ledger.ROW_SUBSCRIPTIONS_MAX; i++) {
            ledger.add(Counter.MATCHED_EVENT_COUNT, 1, "orders", "s" + i);
        }
        ledger.add(Counter.MATCHED_EVENT_COUNT, 1, "orders", "s0");
        assertEquals(
                3 * Ledger.ROW_SUBSCRIPTIONS_MAX + 1L,
                LedgerCounts.sum(ledger.total()).accepted());
        pass(Duration.ofMinutes(1));
        assertEquals(4, stored.list().size());
        assertEquals(
                3 * Ledger.ROW_SUBSCRIPTIONS_MAX + 1L,
                LedgerCounts.sum(newLedger().total()).accepted());
    }

    /** A write that fails while others count must not leave more timers behind than there were. */
    @Test
    void an_outage_leaves_one_timer() {
        store.refuses = true;
        store.meanwhile = () -> accept(1);
        accept(Ledger.MANY);
        pass(Duration.ofMinutes(30));
        assertEquals(1, timers.size());
        assertEquals("the ledger was not written: refused", troubles.get(0));
        store.refuses = false;
        store.meanwhile = () -> {};
        pass(Duration.ofMinutes(1));
        assertEquals(ledger.total(), newLedger().total());
        assertEquals(0, timers.size());
    }

    /** Storage takes half a minute to fail, and a timer's thread has the deadlines of all deliveries to keep. */
    @Test
    void timers_do_not_wait_for_storage() {
        store.refuses = true;
        int[] asked = {0};
        store.meanwhile = () -> asked[0]++;
        accept(Ledger.MANY);
        now = now.plus(Duration.ofMinutes(1));
        timers.remove(0).task().run();
        assertEquals(0, asked[0]);
        works.remove(0).run();
        now = now.plus(Duration.ofMinutes(1));
        timers.remove(0).task().run();
        assertEquals(1, asked[0]);
        assertEquals(1, works.size());
    }

    @Test
    void counts_survive_a_row_that_ends_while_it_cannot_be_written() {
        accept(5);
        now = now.plus(Duration.ofHours(25));
        store.refuses = true;
        store.meanwhile = () -> accept(1);
        assertThrows(StorageUnavailableException.class, ledger::save);
        store.refuses = false;
        store.meanwhile = () -> {};
        ledger.save();
        assertEquals(Map.of(BILLING, accepted(6)), newLedger().total());
    }

    /** A row that has ended is no more among those that wait, and not in storage yet. */
    @Test
    void counts_are_there_while_they_are_being_written() {
        accept(5);
        now = now.plus(Duration.ofHours(25));
        accept(1);
        List<Map<LedgerRow.Subscription, LedgerCounts>> seen = new ArrayList<>();
        store.meanwhile = () -> seen.add(ledger.total());
        ledger.save();
        assertEquals(List.of(Map.of(BILLING, accepted(6)), Map.of(BILLING, accepted(6))), seen);
    }

    @Test
    void counts_are_there_though_they_are_written_between_two_looks() {
        accept(5);
        now = now.plus(Duration.ofHours(25));
        accept(1);
        store.listed = ledger::save;
        assertEquals(Map.of(BILLING, accepted(6)), ledger.total());
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

    /** Nothing was counted for days, and its row is part of another. */
    @Test
    void an_idle_instance_counts_its_own_row_once() {
        threeOldRows();
        now = now.plus(LedgerMerge.OVER);
        merge();
        merge();
        assertEquals(Map.of(BILLING, accepted(6)), ledger.total());
    }

    @Test
    void a_full_row_does_not_keep_others_from_becoming_one() {
        Set<LedgerRow.Subscription> all = new HashSet<>(Set.of(BILLING));
        for (int i = 0; i < Ledger.ROW_SUBSCRIPTIONS_MAX; i++) {
            ledger.add(Counter.MATCHED_EVENT_COUNT, 1, "orders", "s" + i);
            all.add(new LedgerRow.Subscription("orders", "s" + i));
        }
        ledger.save();
        threeOldRows();
        now = now.plus(LedgerMerge.OVER);
        new LedgerMerge(store, () -> now).merge(all);
        assertEquals(2, stored.list().size());
        assertEquals(accepted(6), newLedger().total().get(BILLING));
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
