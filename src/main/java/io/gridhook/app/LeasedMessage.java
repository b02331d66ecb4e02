package io.gridhook.app;

import io.gridhook.core.delivery.BulkPublish;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.util.Optional;

/**
 * A received message while one invocation works on it. The host deletes it by the receipt it received it with when the invocation
 * returns normally (functions-runtime §0.4); once we changed it, that delete finds nothing, and its end is ours to write.
 */
final class LeasedMessage {
    private final DeliveryQueue queue;
    private final QueueMessage message;
    private Receipt receipt;
    /** The host neither ends it nor renews its lease. */
    private boolean ours;

    private boolean rewritten;

    LeasedMessage(DeliveryQueue queue, QueueMessage message) {
        this.queue = queue;
        this.message = message;
        this.receipt = message.receipt();
    }

    /** A message that this process put and nobody received yet. */
    static LeasedMessage ours(DeliveryQueue queue, Receipt receipt) {
        LeasedMessage held = new LeasedMessage(queue, new QueueMessage(receipt, "", 0));
        held.ours = true;
        return held;
    }

    String messageId() {
        return message.receipt().messageId();
    }

    String body() {
        return message.body();
    }

    long dequeueCount() {
        return message.dequeueCount();
    }

    /** Hides it for longer, unchanged. False: somebody else owns it, so stop. */
    boolean hide(Duration visibleAfter) {
        return moved(queue.hide(receipt, visibleAfter));
    }

    /**
     * Hides it for so long from now, and renews its receipt.
     *
     * @throws StorageUnavailableException if storage does not answer, or the receipt is stale. The invocation must then fail: the message
     *     may be somebody else's by now, but it may as well be the host's, which renews the leases of long invocations without a word, and
     *     which would delete it once the invocation succeeded
     */
    void lease(Duration time) {
        if (!hide(time)) {
            throw stale();
        }
    }

    /**
     * Hides it for so long from now where it is ours; else the host renews its lease.
     *
     * @throws StorageUnavailableException if it may show before
     */
    void keep(Duration time) {
        if (ours) {
            hide(time);
        }
    }

    /**
     * Replaces its content by {@code pack}, to show after {@code visibleAfter}.
     *
     * @throws StorageUnavailableException like {@link #lease}
     */
    void reschedule(DeliveryPack pack, Duration visibleAfter) {
        replace(PackCodec.encode(pack.settledAfter(dequeueCount())), visibleAfter);
    }

    /** Notes how far a bulk publish has come; like {@link #reschedule}. */
    void progress(BulkPublish bulk, Duration visibleAfter) {
        replace(PackCodec.encode(bulk), visibleAfter);
    }

    private void replace(String body, Duration visibleAfter) {
        if (!moved(queue.update(receipt, body, visibleAfter))) {
            throw stale();
        }
        rewritten = true;
    }

    private StorageUnavailableException stale() {
        return new StorageUnavailableException("message " + messageId() + ": its receipt is stale");
    }

    /** Puts a message of its own into the same queue, to show at once. */
    void putBeside(DeliveryPack pack) {
        queue.put(PackCodec.encode(pack), Duration.ZERO);
    }

    /** Ends it, unless it holds what is left. */
    void completeUnlessRewritten() {
        if (!rewritten) {
            var unused = complete();
        }
    }

    /** Ends it: by the host where the message is as the host received it, else here. False: somebody else has it by now. */
    boolean complete() {
        return !ours || queue.delete(receipt);
    }

    private boolean moved(Optional<Receipt> newReceipt) {
        newReceipt.ifPresent(next -> {
            receipt = next;
            ours = true;
        });
        return newReceipt.isPresent();
    }
}
