package io.gridhook.core.delivery;

import io.gridhook.core.retry.DeadLetterReason;
import java.time.Instant;
import java.util.Optional;

/**
 * What happened to a task so far. Its form in a pack has one length, so a pack that was legal once can always be written again.
 *
 * @param attempts made so far, 0 to {@link #ATTEMPTS_MAX}
 * @param lastAttemptTime when the last one was made
 * @param lastOutcome what came of it
 * @param lastHttpStatus the code it was answered with, 0 if it was not
 * @param reason why it is given up; present in dead-letter packs only
 */
public record TaskState(
        int attempts,
        Optional<Instant> lastAttemptTime,
        Optional<DeliveryOutcome> lastOutcome,
        int lastHttpStatus,
        Optional<DeadLetterReason> reason) {
    public static final int ATTEMPTS_MAX = 0xFFFF;

    /** Nothing was tried yet. */
    public static final TaskState NEW = new TaskState(0, Optional.empty(), Optional.empty(), 0, Optional.empty());

    public TaskState {
        if (attempts < 0 || attempts > ATTEMPTS_MAX) {
            throw new IllegalArgumentException("attempts: " + attempts + " (expected: 0.." + ATTEMPTS_MAX + ")");
        }
        if (lastHttpStatus < 0 || lastHttpStatus > 999) {
            throw new IllegalArgumentException("lastHttpStatus: " + lastHttpStatus + " (expected: 0..999)");
        }
    }

    /** After one more attempt, made at {@code time}. */
    public TaskState attempted(Instant time, DeliveryOutcome outcome, int httpStatus) {
        return new TaskState(attempts + 1, Optional.of(time), Optional.of(outcome), httpStatus, reason);
    }

    /** Put off without an attempt: its endpoint is not to be called, {@code why} says what for. */
    public TaskState heldBack(DeliveryOutcome why) {
        return new TaskState(attempts, lastAttemptTime, Optional.of(why), lastHttpStatus, reason);
    }

    public TaskState givenUp(DeadLetterReason why) {
        return new TaskState(attempts, lastAttemptTime, lastOutcome, lastHttpStatus, Optional.of(why));
    }
}
