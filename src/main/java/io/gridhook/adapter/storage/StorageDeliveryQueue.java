package io.gridhook.adapter.storage;

import com.azure.core.http.rest.Response;
import com.azure.core.util.Context;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.models.QueueMessageItem;
import com.azure.storage.queue.models.SendMessageResult;
import com.azure.storage.queue.models.UpdateMessageResult;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A Storage queue. Bodies go as they are, without base64: they must be text that XML can hold. */
public final class StorageDeliveryQueue implements DeliveryQueue {
    private static final Duration NEVER_EXPIRES = Duration.ofSeconds(-1);
    /** Storage takes 1 to 32 messages per call. */
    private static final int RECEIVED_MAX = 32;
    /** What storage answers when the receipt is stale or the message gone (functions-runtime §8). */
    private static final Set<String> NOT_OURS = Set.of("PopReceiptMismatch", "MessageNotFound");

    private final QueueClient queue;

    /** The queue {@code name}, which must exist ({@link StorageSetup}). */
    public StorageDeliveryQueue(StorageConnection connection, String name) {
        this(connection.queue(name));
    }

    private StorageDeliveryQueue(QueueClient queue) {
        this.queue = queue;
    }

    /** The queue {@code name}, as the local host receives from it: counted as its calls, not as the app's. */
    public static StorageDeliveryQueue ofHost(StorageConnection connection, String name) {
        return new StorageDeliveryQueue(connection.hostQueue(name));
    }

    @Override
    public Receipt put(String body, Duration visibleAfter) {
        checkBody(body);
        Duration delay = wholeSeconds("visibleAfter", visibleAfter, Duration.ZERO);
        SendMessageResult sent = Tries.call(
                what("put"), context -> queue.sendMessageWithResponse(body, delay, NEVER_EXPIRES, null, context)
                        .getValue());
        return new Receipt(sent.getMessageId(), sent.getPopReceipt());
    }

    @Override
    public Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter) {
        checkBody(body);
        return update(receipt, visibleAfter, body);
    }

    @Override
    public Optional<Receipt> hide(Receipt receipt, Duration visibleAfter) {
        return update(receipt, visibleAfter, null);
    }

    /** Storage leaves the content as it is when there is none in the request. */
    private Optional<Receipt> update(Receipt receipt, Duration visibleAfter, @Nullable String body) {
        Duration delay = wholeSeconds("visibleAfter", visibleAfter, Duration.ZERO);
        return StorageCalls.callUnless(
                        NOT_OURS,
                        what("update"),
                        () -> queue.updateMessageWithResponse(
                                receipt.messageId(), receipt.popReceipt(), body, delay, null, Context.NONE))
                .map(Response<UpdateMessageResult>::getValue)
                .map(updated -> new Receipt(receipt.messageId(), updated.getPopReceipt()));
    }

    @Override
    public boolean delete(Receipt receipt) {
        return StorageCalls.callUnless(
                        NOT_OURS,
                        what("delete"),
                        () -> queue.deleteMessageWithResponse(
                                receipt.messageId(), receipt.popReceipt(), null, Context.NONE))
                .isPresent();
    }

    @Override
    public List<QueueMessage> receive(int most, Duration lease) {
        if (most < 1 || most > RECEIVED_MAX) {
            throw new IllegalArgumentException("most: " + most + " (expected: 1.." + RECEIVED_MAX + ")");
        }
        Duration hidden = wholeSeconds("lease", lease, Duration.ofSeconds(1));
        return StorageCalls.call(what("receive"), () -> queue.receiveMessages(most, hidden, null, Context.NONE).stream()
                .map(StorageDeliveryQueue::message)
                .toList());
    }

    @Override
    public long approximateMessageCount() {
        return StorageCalls.call(what("count"), () -> queue.getProperties().getApproximateMessagesCountLong());
    }

    private static QueueMessage message(QueueMessageItem item) {
        String body = item.getBody() == null ? "" : item.getBody().toString();
        return new QueueMessage(new Receipt(item.getMessageId(), item.getPopReceipt()), body, item.getDequeueCount());
    }

    private String what(String operation) {
        return "queue " + queue.getQueueName() + ": " + operation;
    }

    private static void checkBody(String body) {
        int bytes = body.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > BODY_BYTES_MAX) {
            throw new IllegalArgumentException("body: " + bytes + " bytes (expected: 0.." + BODY_BYTES_MAX + ")");
        }
    }

    /** Storage counts whole seconds; never earlier than asked. */
    private static Duration wholeSeconds(String name, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(HIDDEN_MAX) > 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + ".." + HIDDEN_MAX + ")");
        }
        return Duration.ofSeconds(value.plusNanos(999_999_999).toSeconds());
    }
}
