package io.gridhook.app;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The message that stands for open exchanges with one subscription's endpoint after their invocation. Owned by {@link Dispatch}. */
final class Handoff {
    /** Answers are written down so long before the message becomes visible: it would be sent again. */
    private static final Duration SETTLED_AHEAD = Duration.ofSeconds(2);

    private final String id;
    private final Put put;
    private final Set<Attempt> open;
    private final List<Attempted> attempted = new ArrayList<>();
    private boolean isAnswered;
    private Optional<Timer> deadline = Optional.empty();

    /**
     * What became of the put.
     *
     * @param message leased by its put; absent in a replay
     * @param timedOutAt the end of the response timeout of its exchanges; the message says that they timed out
     * @param due when the message becomes visible
     */
    record Put(Optional<LeasedMessage> message, Instant timedOutAt, Instant due) {}

    Handoff(Put put, List<Attempt> attempts) {
        this.id = attempts.get(0).id();
        this.put = put;
        this.open = new LinkedHashSet<>(attempts);
    }

    String id() {
        return id;
    }

    Put put() {
        return put;
    }

    /** When it is settled, whatever is still open, if something was answered. */
    Instant settleBy() {
        Instant ahead = put.due().minus(SETTLED_AHEAD);
        return ahead.isBefore(put.timedOutAt()) ? put.timedOutAt() : ahead;
    }

    List<Attempt> open() {
        return List.copyOf(open);
    }

    /** Their answers, as far as they are known. */
    List<Attempted> attempts() {
        return List.copyOf(attempted);
    }

    /** Whether an answer of any of them counts. */
    boolean isAnswered() {
        return isAnswered;
    }

    Optional<Timer> deadline() {
        return deadline;
    }

    void deadline(Timer timer) {
        deadline = Optional.of(timer);
    }

    /** True: this was the last. */
    boolean ended(Attempt attempt, List<Attempted> answered, boolean counts) {
        isAnswered |= counts;
        open.remove(attempt);
        attempted.addAll(answered);
        return open.isEmpty();
    }
}
