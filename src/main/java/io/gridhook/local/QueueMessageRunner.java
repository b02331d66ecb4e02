package io.gridhook.local;

import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs one message of a queue and settles it as the host's QueueProcessor does (functions-runtime §2): success deletes it, failure
 * hides it for {@code visibilityTimeout}, or moves it to the poison queue once it was tried {@code maxDequeueCount} times. A stale
 * receipt means that the function, or somebody else, settled it: ignored.
 */
final class QueueMessageRunner {
    private static final Logger LOGGER = Logger.getLogger("Host.Queues");
    private static final String POISON_SUFFIX = "-poison";

    private final LocalFunction function;
    private final String queueName;
    private final DeliveryQueue queue;
    private final Optional<DeliveryQueue> poisonQueue;
    private final QueueSettings settings;
    private final Duration lease;
    private final Leases leases;
    private final FunctionInvoker invoker;
    private final Scheduler scheduler;
    private final Outage outage;

    /**
     * For one function.
     *
     * @param queues gives the queue of a name; the poison queue is asked for as {@code <queueName>-poison}
     * @param lease how long a received message is hidden; renewed at half of it
     */
    QueueMessageRunner(
            LocalFunction function,
            String queueName,
            Function<String, DeliveryQueue> queues,
            QueueSettings settings,
            Duration lease,
            Leases leases,
            FunctionInvoker invoker,
            Scheduler scheduler) {
        this.function = function;
        this.queueName = queueName;
        this.queue = queues.apply(queueName);
        this.poisonQueue = queueName.endsWith(POISON_SUFFIX)
                ? Optional.empty()
                : Optional.of(queues.apply(queueName + POISON_SUFFIX));
        this.settings = settings;
        this.lease = lease;
        this.leases = leases;
        this.invoker = invoker;
        this.scheduler = scheduler;
        this.outage = new Outage(LOGGER, "queue " + queueName + " (settling messages)");
    }

    String queueName() {
        return queueName;
    }

    List<QueueMessage> receive(int most) {
        return queue.receive(most, lease);
    }

    /** Shows a message that will not be run to others at once. */
    void release(QueueMessage message) {
        settle(() -> queue.hide(message.receipt(), Duration.ZERO));
    }

    void run(QueueMessage message) {
        if (message.dequeueCount() > settings.maxDequeueCount()) {
            settle(() -> moveToPoisonQueue(message, message.receipt()));
            return;
        }
        MessageLease held = new MessageLease(queue, message, lease, scheduler, outage);
        leases.add(message.receipt(), held);
        boolean succeeded = false;
        Receipt newest;
        try {
            held.begin();
            succeeded = invoke(message);
        } finally {
            newest = held.end();
            leases.remove(message.receipt());
        }
        settle(succeeded ? () -> queue.delete(newest) : () -> failed(message, newest));
    }

    private boolean invoke(QueueMessage message) {
        try {
            invoker.invoke(function, message.body(), QueueBindingData.of(message));
            return true;
        } catch (FunctionFailedException e) {
            LOGGER.log(
                    Level.SEVERE,
                    "function " + function.name() + " failed on message "
                            + message.receipt().messageId() + ", dequeueCount " + message.dequeueCount(),
                    e.getCause());
            return false;
        }
    }

    private void failed(QueueMessage message, Receipt newest) {
        if (message.dequeueCount() < settings.maxDequeueCount()) {
            queue.hide(newest, settings.visibilityTimeout());
        } else {
            moveToPoisonQueue(message, newest);
        }
    }

    /** A poison queue has none of its own: its messages stay hidden until their lease ends. */
    private void moveToPoisonQueue(QueueMessage message, Receipt newest) {
        if (poisonQueue.isPresent()) {
            poisonQueue.get().put(message.body(), Duration.ZERO);
            queue.delete(newest);
            LOGGER.severe("message " + message.receipt().messageId() + " moved to " + queueName + POISON_SUFFIX);
        }
    }

    /** What is not settled shows again when its lease ends. */
    private void settle(Runnable settlement) {
        try {
            settlement.run();
            outage.succeeded();
        } catch (RuntimeException e) {
            outage.failed(e);
        }
    }
}
