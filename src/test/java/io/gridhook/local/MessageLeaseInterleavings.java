package io.gridhook.local;

import io.gridhook.concurrency.ModelCheck;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.logging.Logger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** The receipt that a lease ends with is the message's newest, and no renewal follows. */
public class MessageLeaseInterleavings {
    private static final Logger LOGGER = Logger.getLogger("test");
    private static final Duration DURATION = Duration.ofMinutes(10);

    /** A lease's renewal, when a thread of the test says so. */
    private static final class Renewals implements Scheduler {
        private final Deque<Runnable> tasks = new ArrayDeque<>();

        @Override
        public void execute(Runnable task) {
            throw new AssertionError("not used");
        }

        @Override
        public synchronized Pending after(Duration delay, Runnable task) {
            tasks.add(task);
            return () -> cancel(task);
        }

        private synchronized void cancel(Runnable task) {
            tasks.remove(task);
        }

        private synchronized Runnable next() {
            Runnable next = tasks.poll();
            return next == null ? () -> {} : next;
        }
    }

    private final FakeQueue queue = new FakeQueue(() -> Instant.EPOCH);
    private final Renewals renewals = new Renewals();
    private final MessageLease lease;

    public MessageLeaseInterleavings() {
        Receipt put = queue.put("m", Duration.ZERO);
        lease = new MessageLease(
                queue, new QueueMessage(put, "m", 1), DURATION, renewals, new Outage(LOGGER, "the queue"));
        lease.begin();
    }

    @Operation
    public void renew() {
        renewals.next().run();
    }

    /** Whether the receipt is the one that deletes the message. */
    @Operation(runOnce = true)
    public boolean end() {
        return queue.delete(lease.end());
    }

    @Validate
    public void no_renewal_follows() {
        int before = queue.hides;
        renewals.next().run();
        if (queue.approximateMessageCount() == 0 && queue.hides > before) {
            throw new IllegalStateException("renewed after its end");
        }
    }

    @Test
    void the_lease_ends_with_the_newest_receipt() {
        ModelCheck.of(getClass()).threads("renew() renew()", "end()").holds();
    }
}
