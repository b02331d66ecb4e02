package io.gridhook.local;

import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A queue during whose receive something else happens. */
record ForwardingQueue(DeliveryQueue queue, Runnable duringReceive) implements DeliveryQueue {
    @Override
    public Receipt put(String body, Duration visibleAfter) {
        return queue.put(body, visibleAfter);
    }

    @Override
    public Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter) {
        return queue.update(receipt, body, visibleAfter);
    }

    @Override
    public Optional<Receipt> hide(Receipt receipt, Duration visibleAfter) {
        return queue.hide(receipt, visibleAfter);
    }

    @Override
    public boolean delete(Receipt receipt) {
        return queue.delete(receipt);
    }

    @Override
    public List<QueueMessage> receive(int most, Duration lease) {
        duringReceive.run();
        return queue.receive(most, lease);
    }

    @Override
    public long approximateMessageCount() {
        return queue.approximateMessageCount();
    }
}
