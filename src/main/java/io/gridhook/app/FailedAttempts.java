package io.gridhook.app;

import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.CallerSource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How often each source brought wrong credentials within a minute, on this instance. Who did so too often is told to wait before anything is
 * compared or verified; that does not make the wait longer, so a minute's end is the end of it.
 */
final class FailedAttempts {
    /** Ours: sources remembered, about 200 bytes each. Beyond it the one that began first is forgotten. */
    static final int SOURCES_MAX = 10_000;

    static final Duration WINDOW = Duration.ofMinutes(1);

    private final AttemptRules rules;
    private final Map<String, Window> windows;

    private record Window(Instant end, int failures) {}

    FailedAttempts(AttemptRules rules) {
        this(rules, SOURCES_MAX);
    }

    FailedAttempts(AttemptRules rules, int sourcesMax) {
        this.rules = rules;
        this.windows = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Window> eldest) {
                return size() > sourcesMax;
            }
        };
    }

    /** Whose attempts count together, by the header {@code X-Forwarded-For}. */
    String source(Optional<String> forwardedFor) {
        return CallerSource.of(forwardedFor, rules.proxies());
    }

    /** How long the source has to wait; empty if it need not. */
    synchronized Optional<Duration> waitOf(String source, Instant now) {
        return window(source, now)
                .filter(window -> window.failures() >= rules.failuresPerMinute())
                .map(window -> Duration.between(now, window.end()));
    }

    /** One more failure of the source. */
    synchronized void add(String source, Instant now) {
        Window window = window(source, now).orElseGet(() -> new Window(now.plus(WINDOW), 0));
        if (window.failures() == 0) {
            // Behind those that began before.
            windows.remove(source);
        }
        windows.put(source, new Window(window.end(), window.failures() + 1));
    }

    private Optional<Window> window(String source, Instant now) {
        return Optional.ofNullable(windows.get(source)).filter(window -> now.isBefore(window.end()));
    }
}
