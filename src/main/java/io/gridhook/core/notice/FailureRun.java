package io.gridhook.core.notice;

import java.time.Duration;
import java.time.Instant;

/**
 * Failed attempts of one subscription with no delivery between them.
 *
 * @param since when the first of them ended
 * @param attempts how many, from 1
 * @param isFailing whether they are worth a notice: three or more, the last of them 30 s or more after the first
 * @param isNews whether they have just become so
 */
public record FailureRun(Instant since, int attempts, boolean isFailing, boolean isNews) {
    /** Ours: the third attempt of a single event, which is made 40 s after the first (behaviour §2.1). */
    static final int ATTEMPTS_MIN = 3;
    /** Ours: what fails within one blip of an endpoint, a batch or many events at once, is no news. */
    static final Duration LASTING_MIN = Duration.ofSeconds(30);

    /** The first failure. */
    public static FailureRun begin(Instant now) {
        return new FailureRun(now, 1, false, false);
    }

    /** With one more, at {@code now}. */
    public FailureRun next(Instant now) {
        int more = attempts == Integer.MAX_VALUE ? attempts : attempts + 1;
        boolean becomes = isFailing || (more >= ATTEMPTS_MIN && !now.isBefore(since.plus(LASTING_MIN)));
        return new FailureRun(since, more, becomes, becomes && !isFailing);
    }
}
