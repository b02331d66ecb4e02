package io.gridhook.core.delivery;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** What came of one POST. A failure is an outcome like another; exceptions are for our own faults. */
public sealed interface AttemptOutcome {
    <R> R match(Function<Responded, R> responded, Supplier<R> timedOut, Function<Unreachable, R> unreachable);

    /**
     * The endpoint answered in time.
     *
     * @param status the HTTP status code
     * @param retryAfter the wait it asked for in {@code Retry-After}, if it did
     * @param excerpt how the body of an answer that says no success began, in characters that can be shown and without what was sent
     *     as a secret; {@code ""} if there was none, or a success
     */
    record Responded(int status, Optional<Duration> retryAfter, String excerpt) implements AttemptOutcome {
        /** Without a body. */
        public Responded(int status, Optional<Duration> retryAfter) {
            this(status, retryAfter, "");
        }

        public static Responded of(int status) {
            return new Responded(status, Optional.empty());
        }

        @Override
        public <R> R match(
                Function<Responded, R> responded, Supplier<R> timedOut, Function<Unreachable, R> unreachable) {
            return responded.apply(this);
        }
    }

    /** No full response within the profile's response timeout. */
    record TimedOut() implements AttemptOutcome {
        @Override
        public <R> R match(
                Function<Responded, R> responded, Supplier<R> timedOut, Function<Unreachable, R> unreachable) {
            return timedOut.get();
        }
    }

    /** The endpoint's name did not resolve, or no connection to it was made or held. */
    record Unreachable(Cause cause, String detail) implements AttemptOutcome {
        /** The two causes that Event Grid tells apart. */
        public enum Cause {
            RESOLUTION,
            SOCKET
        }

        @Override
        public <R> R match(
                Function<Responded, R> responded, Supplier<R> timedOut, Function<Unreachable, R> unreachable) {
            return unreachable.apply(this);
        }
    }
}
