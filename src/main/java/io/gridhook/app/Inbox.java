package io.gridhook.app;

import io.gridhook.core.delivery.BulkPublish;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.PoisonStore;
import io.gridhook.port.QueueMessage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Opens received messages. What a newer version wrote is put off, what nobody can read is kept for a person, and a message whose
 * earlier receives did not end is claimed first, with a delay that grows: our own failures cost time, never an event.
 */
public final class Inbox {
    /** Ours: much longer than any invocation works on one message. */
    private static final Duration CLAIM_MIN = Duration.ofMinutes(2);
    /** Ours: 16 minutes is the longest wait between two tries of our own. */
    private static final long CLAIM_DOUBLINGS_MAX = 3;
    /** Ours: an old version may have to wait for the end of an upgrade. */
    static final Duration UNKNOWN_VERSION_WAIT = Duration.ofMinutes(5);

    private final String queueName;
    private final DeliveryQueue queue;
    private final PoisonStore poison;
    private final Metrics metrics;
    private final LateMessages late;
    private final Duration lease;
    private final LongAdder packsRead = new LongAdder();
    private final LongAdder tasksRead = new LongAdder();

    /**
     * The inbox of one queue.
     *
     * @param lease how long a received message is hidden, and so by how much a process that dies delays it; two queue transactions more
     *     for each. Zero: for the host's ten minutes (functions-runtime §0b)
     */
    Inbox(
            String queueName,
            DeliveryQueue queue,
            PoisonStore poison,
            Metrics metrics,
            LateMessages late,
            Duration lease) {
        this.queueName = queueName;
        this.queue = queue;
        this.poison = poison;
        this.metrics = metrics;
        this.late = late;
        this.lease = lease;
    }

    public String queueName() {
        return queueName;
    }

    /** Has a message worked on by the one that is for its kind; empty if nothing is left to do with it now. */
    <R> Optional<R> open(
            LeasedMessage held, DeliveryLog log, Function<DeliveryPack, R> onPack, Function<BulkPublish, R> onBulk) {
        return PackCodec.decode(held.body()).match(new Message.Visitor<>() {
            @Override
            public Optional<R> pack(DeliveryPack pack) {
                has(pack);
                late.taken(queueName, pack.due(), log);
                claim(held, pack.settledReceives(), log);
                return Optional.of(onPack.apply(pack));
            }

            @Override
            public Optional<R> bulk(BulkPublish bulk) {
                claim(held, bulk.settledReceives(), log);
                return Optional.of(onBulk.apply(bulk));
            }

            @Override
            public Optional<R> unknownVersion(String version) {
                log.trouble("message of unknown version " + version + " in " + queueName, "put off");
                metrics.add(Counter.DEFERRED_MESSAGE_COUNT, 1, queueName, "UnknownVersion");
                held.hide(UNKNOWN_VERSION_WAIT);
                return Optional.empty();
            }

            @Override
            public Optional<R> unreadable(String why) {
                log.trouble("unreadable message in " + queueName + ": " + why, "kept in the container poison");
                poison.keep(queueName, held.messageId(), held.body());
                metrics.add(Counter.POISON_MESSAGE_COUNT, 1, queueName);
                held.complete();
                return Optional.empty();
            }
        });
    }

    /** Counts a pack that was read, or need not be. */
    void has(DeliveryPack pack) {
        packsRead.increment();
        tasksRead.add(pack.tasks().size());
    }

    /**
     * How many deliveries wait in this queue, an estimate: its messages, by the mean size of the packs that this instance read so far; by
     * one delivery a message before the first.
     */
    double pendingDeliveries() {
        long packs = packsRead.sum();
        double perMessage = packs == 0 ? 1 : (double) tasksRead.sum() / packs;
        return queue.approximateMessageCount() * perMessage;
    }

    /** The message as this invocation holds it. */
    LeasedMessage hold(QueueMessage message) {
        return new LeasedMessage(queue, message);
    }

    /**
     * Leases a message for as long as an invocation may need. After a receive that did not end, storage is asked for a longer lease before
     * anything is tried again. Where it refuses even that, no endpoint is bothered with attempts whose end could not be written down.
     *
     * @throws io.gridhook.port.StorageUnavailableException if it is not leased
     */
    private void claim(LeasedMessage held, long settledReceives, DeliveryLog log) {
        long failures = held.dequeueCount() - 1 - settledReceives;
        if (failures <= 0) {
            if (!lease.isZero()) {
                held.lease(lease);
            }
            return;
        }
        Duration wait = CLAIM_MIN.multipliedBy(1L << Math.min(failures - 1, CLAIM_DOUBLINGS_MAX));
        log.trouble(
                "a receive of message " + held.messageId() + " in " + queueName + " did not end (" + failures
                        + " so far)",
                "tried again now, then after " + wait);
        metrics.add(Counter.DEFERRED_MESSAGE_COUNT, 1, queueName, "OwnFailure");
        held.lease(wait);
    }
}
