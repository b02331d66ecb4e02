package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StorageCountsTest {
    private static final String METRICS = """
            # HELP StorageTransactionCount_total requests to storage
            # TYPE StorageTransactionCount_total counter
            StorageTransactionCount_total{Caller="App",Operation="PutMessage",Service="Queue"} 40.0
            StorageTransactionCount_total{Caller="Host",Operation="DeleteMessage",Service="Queue"} 4.0E1
            StorageTransactionCount_total{Caller="App",Operation="PutBlob",Service="Blob"} 2.0
            StorageRequestBytes_total{Operation="PutMessage",Service="Queue"} 4000.0
            StorageRequestBytes_total{Operation="GetMessages",Service="Queue"} 7.0
            DeliverySuccessCount_total{Topic="orders"} 9.0
            """;

    @Test
    void what_the_host_counts_is_read_by_service_and_operation() {
        StorageCounts counts = StorageCounts.read(METRICS);
        assertEquals(
                Map.of("Queue PutMessage App", 40.0, "Queue DeleteMessage Host", 40.0, "Blob PutBlob App", 2.0),
                counts.transactions());
        assertEquals(82, counts.total());
        assertEquals(40, counts.puts());
        assertEquals(4_000, counts.bytesPut());
    }

    @Test
    void a_difference_holds_what_came_since() {
        StorageCounts before = StorageCounts.read(METRICS);
        StorageCounts after = StorageCounts.read(METRICS.replace("} 40.0", "} 45.0"));
        assertEquals(Map.of("Queue PutMessage App", 5.0), after.since(before).transactions());
    }

    @Test
    void a_host_that_does_not_count_is_noticed() {
        assertFalse(StorageCounts.read("DeliverySuccessCount_total{Topic=\"orders\"} 9.0")
                .isCounted());
    }

    /** Of a line as man 5 proc has it; the name may hold blanks and brackets. */
    @Test
    void a_process_tells_its_time_and_memory() {
        ProcessUse use =
                ProcessUse.parse("42 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 150 50 0 0 20 0 12 0 999 5000000 256 18446744");
        assertEquals(new ProcessUse(2.0, 256 * 4096), use);
    }

    /** As man 5 proc has it: what is idle or waits for a disk is no use. */
    @Test
    void a_machine_tells_what_all_processes_used() {
        assertEquals(7.5, ProcessUse.parseMachine("cpu  100 200 300 9999 9999 50 100 77 0 0\ncpu0 1 2 3\n"));
    }
}
