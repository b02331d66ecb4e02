package io.gridhook.core.trust;

/**
 * How often credentials may be wrong.
 *
 * @param failuresPerMinute of one source, at least 1, before nothing more of it is looked at until the minute is over
 * @param proxies that stand before the app and write {@code X-Forwarded-For}, 0 or more
 */
public record AttemptRules(int failuresPerMinute, int proxies) {
    /** Ours: more than a publisher with an old key makes by hand, and nothing to who guesses. One proxy: Azure's front end. */
    public static final AttemptRules STANDARD = new AttemptRules(30, 1);

    public AttemptRules {
        if (failuresPerMinute < 1) {
            throw new IllegalArgumentException("failuresPerMinute: " + failuresPerMinute + " (expected: at least 1)");
        }
        if (proxies < 0) {
            throw new IllegalArgumentException("proxies: " + proxies + " (expected: 0 or more)");
        }
    }
}
