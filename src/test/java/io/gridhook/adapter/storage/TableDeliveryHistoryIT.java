package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.history.HistoryBatch;
import io.gridhook.core.history.Rows;
import io.gridhook.port.DeliveryHistory;
import io.gridhook.port.DeliveryHistoryContract;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TableDeliveryHistoryIT extends DeliveryHistoryContract {
    private final DeliveryHistory history =
            new TableDeliveryHistory(SharedAzurite.connection(), SharedAzurite.newTable());

    @Override
    protected DeliveryHistory history() {
        return history;
    }

    /** More than one transaction of deletes, and more whole batches than an answer has. */
    @Test
    void many_batches_are_read_and_deleted() {
        Instant begin = Rows.NOON.minusSeconds(600);
        for (int i = 0; i < 210; i++) {
            history.append(
                    HistoryBatch.of(List.of(Rows.attempted(begin.plusSeconds(i), "e-" + i, 1, Rows.AGAIN)), "i-" + i)
                            .batch());
        }
        assertEquals(210, read(OptionalInt.empty()));
        assertEquals(1, read(OptionalInt.of(HistoryBatch.idHash("e-77"))));
        assertEquals(210, history.deleteBefore(Rows.NOON, 1_000));
        assertEquals(0, read(OptionalInt.empty()));
    }

    private int read(OptionalInt idHash) {
        return history.find(HistoryBatch.firstKey(Rows.NOON), HistoryBatch.lastKey(Instant.EPOCH), idHash, 1_000)
                .batches()
                .size();
    }
}
