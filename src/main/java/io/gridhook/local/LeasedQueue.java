package io.gridhook.local;

import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A queue as the functions see it: the receipt that an invocation was bound to stays good until the invocation ends, however often the
 * pump renewed the lease meanwhile (see {@link MessageLease}). The pump itself works on the queue behind it.
 */
final class LeasedQueue implements DeliveryQueue {
    private final DeliveryQueue queue;
    private final Leases leases;

    LeasedQueue(DeliveryQueue queue, Leases leases) {
        this.queue = queue;
        this.leases = leases;
    }

    @Override
    public Receipt put(String body, Duration visibleAfter) {
        return queue.put(body, visibleAfter);
    }

    @Override
    public Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter) {
        return this.<Optional<Receipt>>withCurrent(receipt, current -> queue.update(current, body, visibleAfter));
    }

    @Override
    public Optional<Receipt> hide(Receipt receipt, Duration visibleAfter) {
        return this.<Optional<Receipt>>withCurrent(receipt, current -> queue.hide(current, visibleAfter));
    }

    @Override
    public boolean delete(Receipt receipt) {
        return this.<Boolean>withCurrent(receipt, queue::delete);
    }

    @Override
    public List<QueueMessage> receive(int most, Duration lease) {
        return queue.receive(most, lease);
    }

    @Override
    public long approximateMessageCount() {
        return queue.approximateMessageCount();
    }

    private <R> R withCurrent(Receipt receipt, Function<Receipt, R> action) {
        Optional<MessageLease> lease = leases.find(receipt);
        return lease.isPresent() ? lease.get().withCurrent(action) : action.apply(receipt);
    }
}
