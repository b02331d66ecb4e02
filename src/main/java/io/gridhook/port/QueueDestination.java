package io.gridhook.port;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.QueueDelivery;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Puts events into subscribers' Storage queues. */
@FunctionalInterface
public interface QueueDestination {
    /**
     * Puts {@code delivery}, which fits a message, and waits for storage at most {@code responseTimeout}; then it is given up as {@link
     * AttemptOutcome.TimedOut}, and may be put all the same. What the queue's account answers is an outcome by its HTTP status, 201 where
     * the message is there; a queue that may not be written to is {@link AttemptOutcome.Unreachable}. The future fails only by a fault of
     * ours, such as a token that cannot be had.
     */
    CompletableFuture<AttemptOutcome> put(QueueDelivery delivery, Duration responseTimeout);
}
