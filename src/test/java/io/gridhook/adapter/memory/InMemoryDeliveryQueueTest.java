package io.gridhook.adapter.memory;

import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.DeliveryQueueContract;
import io.gridhook.port.QueueMessage;
import java.time.Duration;
import java.time.Instant;

class InMemoryDeliveryQueueTest extends DeliveryQueueContract {
    private Instant now = Instant.parse("2026-11-20T07:00:00Z");
    private final InMemoryDeliveryQueue queue = new InMemoryDeliveryQueue(() -> now);

    @Override
    protected DeliveryQueue queue() {
        return queue;
    }

    @Override
    protected QueueMessage receiveAfter(Duration wait, Duration lease) {
        now = now.plus(wait);
        return queue.receive(1, lease).get(0);
    }
}
