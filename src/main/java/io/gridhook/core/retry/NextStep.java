package io.gridhook.core.retry;

import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;

/** What follows an attempt. */
public sealed interface NextStep {
    /** One answer for each variant; a new variant does not compile until every caller handles it. */
    <R> R match(Supplier<R> complete, Function<Instant, R> retryAt, Function<DeadLetterReason, R> deadLetter);

    /** Delivered: nothing is left to do. */
    record Complete() implements NextStep {
        @Override
        public <R> R match(
                Supplier<R> complete, Function<Instant, R> retryAt, Function<DeadLetterReason, R> deadLetter) {
            return complete.get();
        }
    }

    /**
     * Try again.
     *
     * @param due not before this
     */
    record RetryAt(Instant due) implements NextStep {
        @Override
        public <R> R match(
                Supplier<R> complete, Function<Instant, R> retryAt, Function<DeadLetterReason, R> deadLetter) {
            return retryAt.apply(due);
        }
    }

    /** Give up: to the dead-letter destination, or dropped where there is none. */
    record DeadLetter(DeadLetterReason reason) implements NextStep {
        @Override
        public <R> R match(
                Supplier<R> complete, Function<Instant, R> retryAt, Function<DeadLetterReason, R> deadLetter) {
            return deadLetter.apply(reason);
        }
    }
}
