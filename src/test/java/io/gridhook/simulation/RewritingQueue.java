package io.gridhook.simulation;

import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A queue that puts other packs than it is given. */
class RewritingQueue implements DeliveryQueue {
    private final DeliveryQueue queue;
    private final UnaryOperator<DeliveryPack> rewrite;

    RewritingQueue(DeliveryQueue queue, UnaryOperator<DeliveryPack> rewrite) {
        this.queue = queue;
        this.rewrite = rewrite;
    }

    private String rewritten(String body) {
        return PackCodec.decode(body) instanceof Message.Pack message
                ? PackCodec.encode(rewrite.apply(message.pack()))
                : body;
    }

    @Override
    public Receipt put(String body, Duration visibleAfter) {
        return queue.put(rewritten(body), visibleAfter);
    }

    @Override
    public Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter) {
        return queue.update(receipt, rewritten(body), visibleAfter);
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
        return queue.receive(most, lease);
    }

    @Override
    public long approximateMessageCount() {
        return queue.approximateMessageCount();
    }
}
