package io.gridhook.functions;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import io.gridhook.adapter.storage.StorageNames;
import io.gridhook.app.Deliverer;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;

/** Takes the queue {@code deliveries}: fresh events: one attempt each. */
public final class DeliverFunction {
    private final Deliverer deliverer;
    private final boolean logsSuccesses;

    public DeliverFunction(Deliverer deliverer, boolean logsSuccesses) {
        this.deliverer = deliverer;
        this.logsSuccesses = logsSuccesses;
    }

    /** One message. An exception means a fault of ours, and that the message comes back. */
    @FunctionName("Deliver")
    public void run(
            @QueueTrigger(name = "message", queueName = StorageNames.DELIVERIES, connection = StorageNames.CONNECTION)
                    String message,
            @BindingName("Id") String id,
            @BindingName("PopReceipt") String popReceipt,
            @BindingName("DequeueCount") long dequeueCount,
            ExecutionContext context) {
        QueueMessage received = new QueueMessage(new Receipt(id, popReceipt), message, dequeueCount);
        deliverer
                .deliver(received, new ContextLog(context.getLogger(), logsSuccesses))
                .join();
    }
}
