package io.gridhook.functions;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import io.gridhook.adapter.storage.StorageNames;
import io.gridhook.app.RedriveWorker;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;

/** Takes the queue {@code redrives}: dead letters that are to be sent again, some seconds' worth at a time. */
public final class RedriveFunction {
    private final RedriveWorker worker;

    public RedriveFunction(RedriveWorker worker) {
        this.worker = worker;
    }

    /** One message. An exception means a fault of ours, and that the message comes back. */
    @FunctionName("RedriveWork")
    public void run(
            @QueueTrigger(name = "message", queueName = StorageNames.REDRIVES, connection = StorageNames.CONNECTION)
                    String message,
            @BindingName("Id") String id,
            @BindingName("PopReceipt") String popReceipt,
            @BindingName("DequeueCount") long dequeueCount,
            ExecutionContext context) {
        worker.work(new QueueMessage(new Receipt(id, popReceipt), message, dequeueCount), new ContextLog(context));
    }
}
