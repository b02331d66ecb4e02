package io.gridhook.local;

import io.gridhook.port.QueueMessage;
import java.time.Duration;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The receive loop of one queue function (functions-runtime §2): receive a batch, start all of it, wait until no more than
 * {@code newBatchThreshold} run, receive again at once; an empty queue is polled ever more seldom.
 */
final class QueuePump {
    private static final Logger LOGGER = Logger.getLogger("Host.Queues");

    private final QueueMessageRunner runner;
    private final QueueSettings settings;
    private final Scheduler scheduler;
    private final PollingBackoff backoff;
    private final Outage outage;
    private int running;
    private boolean waitingForRoom;
    private boolean receiving;
    private boolean stopping;
    private Scheduler.@Nullable Pending nextPoll;

    QueuePump(QueueMessageRunner runner, QueueSettings settings, Scheduler scheduler, DoubleSupplier chance) {
        this.runner = runner;
        this.settings = settings;
        this.scheduler = scheduler;
        this.backoff = new PollingBackoff(settings.maxPollingInterval(), chance);
        this.outage = new Outage(LOGGER, "queue " + runner.queueName());
    }

    void start() {
        scheduler.execute(this::poll);
    }

    /** Receives no more; what runs goes on. */
    synchronized void stop() {
        stopping = true;
        if (nextPoll != null) {
            nextPoll.cancel();
        }
        notifyAll();
    }

    /** Waits until nothing runs, at most so long; false if something still does. Call {@link #stop} first. */
    synchronized boolean awaitIdle(Duration most) throws InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        while (running > 0 || receiving) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000 + 1);
        }
        return true;
    }

    private void poll() {
        if (!beginReceive()) {
            return;
        }
        List<QueueMessage> batch = List.of();
        try {
            batch = runner.receive(settings.batchSize());
            outage.succeeded();
        } catch (RuntimeException e) {
            outage.failed(e);
        }
        if (endReceive(batch)) {
            batch.forEach(message -> scheduler.execute(() -> run(message)));
        } else {
            batch.forEach(runner::release);
        }
    }

    private synchronized boolean beginReceive() {
        receiving = !stopping;
        return receiving;
    }

    /** Whether the batch is to be run; also plans the next receive. */
    private synchronized boolean endReceive(List<QueueMessage> batch) {
        receiving = false;
        notifyAll();
        if (stopping) {
            return false;
        }
        if (batch.isEmpty()) {
            nextPoll = scheduler.after(backoff.next(), this::poll);
            return true;
        }
        backoff.reset();
        running += batch.size();
        receiveWhenThereIsRoom();
        return true;
    }

    private void run(QueueMessage message) {
        try {
            runner.run(message);
        } finally {
            ended();
        }
    }

    private synchronized void ended() {
        running--;
        notifyAll();
        if (waitingForRoom) {
            receiveWhenThereIsRoom();
        }
    }

    private synchronized void receiveWhenThereIsRoom() {
        waitingForRoom = running > settings.newBatchThreshold();
        if (!waitingForRoom) {
            scheduler.execute(this::poll);
        }
    }
}
