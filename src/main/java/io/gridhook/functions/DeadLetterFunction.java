package io.gridhook.functions;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import io.gridhook.adapter.storage.StorageNames;
import io.gridhook.app.DeadLetterWriter;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;

/** Takes the queue {@code deadletters}: events that were given up, to be written to their subscriptions' containers. */
public final class DeadLetterFunction {
    private final DeadLetterWriter writer;

    public DeadLetterFunction(DeadLetterWriter writer) {
        this.writer = writer;
    }

    /** One message. An exception means a fault of ours, and that the message comes back. */
    @FunctionName("DeadLetter")
    public void run(
            @QueueTrigger(name = "message", queueName = StorageNames.DEADLETTERS, connection = StorageNames.CONNECTION)
                    String message,
            @BindingName("Id") String id,
            @BindingName("PopReceipt") String popReceipt,
            @BindingName("DequeueCount") long dequeueCount,
            ExecutionContext context) {
        writer.write(new QueueMessage(new Receipt(id, popReceipt), message, dequeueCount), new ContextLog(context));
    }
}
