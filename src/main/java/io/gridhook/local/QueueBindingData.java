package io.gridhook.local;

import io.gridhook.port.QueueMessage;
import java.util.Map;

/** What a queue function can ask for by {@code @BindingName} (functions-runtime §2). */
final class QueueBindingData {
    static final String ID = "Id";
    static final String POP_RECEIPT = "PopReceipt";
    static final String DEQUEUE_COUNT = "DequeueCount";
    static final String QUEUE_TRIGGER = "QueueTrigger";

    private QueueBindingData() {}

    static Map<String, String> of(QueueMessage message) {
        return Map.of(
                ID, message.receipt().messageId(),
                POP_RECEIPT, message.receipt().popReceipt(),
                DEQUEUE_COUNT, Long.toString(message.dequeueCount()),
                QUEUE_TRIGGER, message.body());
    }
}
