package io.gridhook.local;

import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A queue in memory for several threads. */
record LockedQueue(FakeQueue queue) implements DeliveryQueue {
    @Override
    public Receipt put(String body, Duration visibleAfter) {
        synchronized (queue) {
            return queue.put(body, visibleAfter);
        }
    }

    @Override
    public Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter) {
        synchronized (queue) {
            return queue.update(receipt, body, visibleAfter);
        }
    }

    @Override
    public Optional<Receipt> hide(Receipt receipt, Duration visibleAfter) {
        synchronized (queue) {
            return queue.hide(receipt, visibleAfter);
        }
    }

    @Override
    public boolean delete(Receipt receipt) {
        synchronized (queue) {
            return queue.delete(receipt);
        }
    }

    @Override
    public List<QueueMessage> receive(int most, Duration lease) {
        synchronized (queue) {
            return queue.receive(most, lease);
        }
    }

    @Override
    public long approximateMessageCount() {
        synchronized (queue) {
            return queue.approximateMessageCount();
        }
    }
}
