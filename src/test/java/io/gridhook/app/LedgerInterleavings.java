package io.gridhook.app;

import io.gridhook.adapter.memory.InMemoryLedgerStore;
import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.port.Metrics.Counter;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Every count is in the total once, also while it is written, and is written in the end by a timer. */
public class LedgerInterleavings {
    private final InMemoryLedgerStore store = new InMemoryLedgerStore();
    private final VirtualTimers timers = new VirtualTimers();
    private final AtomicInteger counts = new AtomicInteger();
    private final Ledger ledger = new Ledger(
            new NoMetrics(),
            store,
            timers::now,
            timers,
            Runnable::run,
            () -> new UUID(0, 1),
            SomeLog.of(trouble -> {}));

    @Operation
    public void count() {
        counts.incrementAndGet();
        ledger.add(Counter.MATCHED_EVENT_COUNT, 1, "orders", "billing");
    }

    @Operation
    public long total() {
        return LedgerCounts.sum(ledger.total()).accepted();
    }

    @Operation
    public void save() {
        ledger.save();
    }

    @Operation
    public void timer() {
        timers.runOne();
    }

    @Validate
    public void every_count_is_written_by_a_timer() {
        timers.runAll();
        Map<String, LedgerRow> rows = new HashMap<>();
        store.list().forEach((id, row) -> rows.put(id, row.value()));
        long written = LedgerCounts.sum(LedgerRow.total(rows)).accepted();
        if (written != counts.get()) {
            throw new IllegalStateException("written: " + written + " of " + counts.get());
        }
    }

    @Test
    void every_count_is_written_by_a_timer_whoever_saves() {
        ModelCheck.of(getClass())
                .threadsAfter("count()", "timer() count()", "save()")
                .holds();
        ModelCheck.of(getClass())
                .withAtomicCollections()
                .threads("count()", "count() timer()", "save()")
                .holds();
    }

    @Test
    void every_count_is_in_the_total_while_it_is_written() {
        ModelCheck.of(getClass())
                .withAtomicCollections()
                .threadsAfter("count()", "total() total()", "save() count()")
                .holds();
    }
}
