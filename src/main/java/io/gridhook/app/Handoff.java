package io.gridhook.app;

import io.gridhook.port.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The message that stands for open exchanges with one subscription's endpoint while nobody waits for them. */
final class Handoff {
    /** Ours: what was answered is written down so long before its message shows, and would be sent again. */
    private static final Duration SETTLED_AHEAD = Duration.ofSeconds(2);

    private final Receipt receipt;
    private final Instant timedOutAt;
    private final Instant due;
    private final List<Batch> open;
    private final List<Attempted> attempts = new ArrayList<>();
    private boolean answered;
    /** Forgets the timer that settles it in time. */
    Runnable deadline = () -> {};

    /**
     * A hand-off that was put.
     *
     * @param timedOutAt when the response timeout of its exchanges ends, which the message says they did
     * @param due when the message shows
     */
    Handoff(Receipt receipt, Instant timedOutAt, Instant due, List<Batch> open) {
        this.receipt = receipt;
        this.timedOutAt = timedOutAt;
        this.due = due;
        this.open = new ArrayList<>(open);
    }

    Receipt receipt() {
        return receipt;
    }

    Instant timedOutAt() {
        return timedOutAt;
    }

    /** When it is settled, whatever is still open, if something was answered. */
    Instant settleBy() {
        Instant ahead = due.minus(SETTLED_AHEAD);
        return ahead.isBefore(timedOutAt) ? timedOutAt : ahead;
    }

    List<Batch> open() {
        return List.copyOf(open);
    }

    List<Attempted> attempts() {
        return attempts;
    }

    /** Whether an answer of any of them counts. */
    boolean isAnswered() {
        return answered;
    }

    /** True when this was the last. */
    boolean ended(Batch batch, List<Attempted> results, boolean isAnswered) {
        answered |= isAnswered;
        open.remove(batch);
        attempts.addAll(results);
        return open.isEmpty();
    }
}
