package io.gridhook.app;

import io.gridhook.adapter.memory.InMemoryDeliveryHistory;
import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.history.HistoryRow;
import io.gridhook.core.history.HistoryRules;
import io.gridhook.core.history.Rows;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Every row is written once, and in the end by a timer. */
public class DeliveryRecorderInterleavings {
    private static final HistoryRow ROW = Rows.attempted(Rows.NOON, "e-1", 1, Rows.AGAIN);

    private final InMemoryDeliveryHistory history = new InMemoryDeliveryHistory();
    private final VirtualTimers timers = new VirtualTimers();
    private final AtomicInteger added = new AtomicInteger();
    private final DeliveryRecorder recorder = new DeliveryRecorder(
            HistoryRules.FAILURES,
            history,
            new NoMetrics(),
            () -> Rows.NOON.plusSeconds(timers.now().getEpochSecond()),
            timers,
            Runnable::run,
            new UUID(0, 1));

    @Operation
    public void add() {
        added.incrementAndGet();
        recorder.add(ROW);
    }

    @Operation
    public void save() {
        recorder.save();
    }

    @Operation
    public void timer() {
        timers.runOne();
    }

    @Validate
    public void every_row_was_written_once() {
        timers.runAll();
        int written = history.all().stream()
                .mapToInt(batch -> batch.rows().orElseThrow().size())
                .sum();
        if (written != added.get()) {
            throw new IllegalStateException("written: " + written + " of " + added.get());
        }
    }

    @Test
    void every_row_is_written_once() {
        ModelCheck.of(getClass())
                .ignoring("io.gridhook.core.", "com.fasterxml.", "java.time.")
                .threadsAfter("add()", "timer() add()", "save()")
                .threads("add() save()", "add() timer()")
                .holds();
    }
}
