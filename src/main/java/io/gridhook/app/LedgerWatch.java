package io.gridhook.app;

import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import java.util.List;
import java.util.Map;

/**
 * Says once when more events are unaccounted for than before: accepted and not ended, while no queue holds a message. Instances write
 * their counts down within five minutes of each other, so what counts is the least of many looks. Knows what it said until the process
 * ends: the next says it again.
 */
final class LedgerWatch {
    /** Ours: half an hour of sweeps, six times the longest that a count waits to be written. */
    static final int LOOKS = 6;

    private final List<DeliveryQueue> queues;
    private long said;
    private int looks;
    private long least = Long.MAX_VALUE;

    LedgerWatch(Ports ports) {
        this.queues = List.of(ports.deliveries(), ports.retries(), ports.deadLetters());
    }

    /** One look at the ledger's rows; the queues are asked only where something is open that was not said. */
    synchronized void look(Map<String, LedgerRow> rows, DeliveryLog log) {
        long open = LedgerCounts.sum(LedgerRow.total(rows)).open();
        said = Math.min(said, Math.max(0, open));
        if (open <= said || isWaiting()) {
            begin();
            return;
        }
        least = Math.min(least, open);
        looks++;
        if (looks >= LOOKS) {
            log.trouble(
                    least + " events are unaccounted for: accepted, not ended, and in no queue",
                    "GET /manage/ledger says whose, unless a killed instance took their counts along");
            said = least;
            begin();
        }
    }

    private void begin() {
        looks = 0;
        least = Long.MAX_VALUE;
    }

    private boolean isWaiting() {
        return queues.stream().anyMatch(queue -> queue.approximateMessageCount() > 0);
    }
}
