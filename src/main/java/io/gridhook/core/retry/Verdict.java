package io.gridhook.core.retry;

import java.time.Duration;

/**
 * What the answer to an attempt means under a profile, before limits and schedule are looked at.
 *
 * @param kind delivered, worth another try, or never
 * @param minimumWait the least wait before another try, by the answer's code ({@link Kind#RETRY} only; zero otherwise)
 * @param reason why it is given up ({@link Kind#FINAL}); for the other kinds the reason that applies when attempts run out
 */
public record Verdict(Kind kind, Duration minimumWait, DeadLetterReason reason) {
    /** The three meanings of an answer. */
    public enum Kind {
        DELIVERED,
        RETRY,
        FINAL
    }

    public static final Verdict DELIVERED =
            new Verdict(Kind.DELIVERED, Duration.ZERO, DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED);

    public static Verdict retry(Duration minimumWait) {
        return new Verdict(Kind.RETRY, minimumWait, DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED);
    }

    public static Verdict isFinal(DeadLetterReason reason) {
        return new Verdict(Kind.FINAL, Duration.ZERO, reason);
    }
}
