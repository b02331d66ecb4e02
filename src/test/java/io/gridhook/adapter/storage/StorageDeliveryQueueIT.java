package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.DeliveryQueueContract;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StorageDeliveryQueueIT extends DeliveryQueueContract {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final String name = SharedAzurite.newQueue();
    private final DeliveryQueue queue = new StorageDeliveryQueue(SharedAzurite.connection(), name);

    @Override
    protected DeliveryQueue queue() {
        return queue;
    }

    /** Asks until it shows. */
    @Override
    protected QueueMessage receiveAfter(Duration wait, Duration lease) {
        long start = System.nanoTime();
        List<QueueMessage> received = queue.receive(1, lease);
        while (received.isEmpty() && System.nanoTime() - start < DEADLINE.toNanos()) {
            received = queue.receive(1, lease);
        }
        return received.get(0);
    }

    @Test
    void a_queue_that_is_gone_is_no_message_that_is_gone() {
        Receipt sent = queue.put("body", Duration.ZERO);
        SharedAzurite.connection().queue(name).delete();
        assertThrows(StorageUnavailableException.class, () -> queue.put("body", Duration.ZERO));
        assertThrows(StorageUnavailableException.class, () -> queue.update(sent, "body", Duration.ZERO));
        assertThrows(StorageUnavailableException.class, () -> queue.hide(sent, Duration.ZERO));
        assertThrows(StorageUnavailableException.class, () -> queue.delete(sent));
        assertThrows(StorageUnavailableException.class, queue::approximateMessageCount);
        StorageUnavailableException e =
                assertThrows(StorageUnavailableException.class, () -> queue.receive(1, Duration.ofSeconds(1)));
        assertEquals("queue " + name + ": receive: HTTP 404 QueueNotFound", e.getMessage());
    }

    @Test
    void many_callers_share_a_connection() {
        ExecutorService callers = Executors.newFixedThreadPool(16);
        List<CompletableFuture<Receipt>> puts = IntStream.range(0, 64)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> queue.put("body " + i, Duration.ZERO), callers))
                .toList();
        puts.forEach(CompletableFuture::join);
        callers.shutdown();
        Set<String> bodies = new HashSet<>();
        for (int i = 0; i < 2; i++) {
            queue.receive(32, Duration.ofMinutes(1)).forEach(message -> bodies.add(message.body()));
        }
        assertEquals(64, bodies.size());
    }
}
