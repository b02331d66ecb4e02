package io.gridhook.local;

import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One running message's lease, renewed at half its time until it ends or somebody else owns the message; sooner after an error.
 *
 * <p>The function was bound to the first receipt. On Azure that one stays good, since a function's timeout (5 minutes) is no longer
 * than half the lease (10 minutes). Here the lease may be shorter than an invocation, so {@link #withCurrent} maps the first receipt
 * to the newest.
 */
final class MessageLease {
    /** After an error the renewal is tried again so many times within one lease, as the real host does (1 of 10 minutes). */
    private static final int TRIES_PER_LEASE = 10;

    private final DeliveryQueue queue;
    private final Duration duration;
    private final Scheduler scheduler;
    private final Outage outage;
    private Receipt current;
    private Scheduler.@Nullable Pending renewal;
    private boolean ended;

    MessageLease(DeliveryQueue queue, QueueMessage message, Duration duration, Scheduler scheduler, Outage outage) {
        this.queue = queue;
        this.current = message.receipt();
        this.duration = duration;
        this.scheduler = scheduler;
        this.outage = outage;
    }

    synchronized void begin() {
        renewAfter(duration.dividedBy(2));
    }

    /** Ends the renewal; the receipt that is the newest now. */
    synchronized Receipt end() {
        ended = true;
        if (renewal != null) {
            renewal.cancel();
        }
        return current;
    }

    /** Does something with the newest receipt, while no renewal can change it. */
    synchronized <R> R withCurrent(Function<Receipt, R> action) {
        return action.apply(current);
    }

    private void renewAfter(Duration delay) {
        renewal = scheduler.after(delay, this::renew);
    }

    private synchronized void renew() {
        if (ended) {
            return;
        }
        try {
            Optional<Receipt> renewed = queue.hide(current, duration);
            outage.succeeded();
            if (renewed.isPresent()) {
                current = renewed.get();
                renewAfter(duration.dividedBy(2));
            }
        } catch (RuntimeException e) {
            outage.failed(e);
            renewAfter(duration.dividedBy(TRIES_PER_LEASE));
        }
    }
}
