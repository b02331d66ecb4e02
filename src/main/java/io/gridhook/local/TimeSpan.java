package io.gridhook.local;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads .NET's time spans, {@code [d.]hh:mm:ss[.fffffff]}, as host.json writes durations. */
final class TimeSpan {
    private static final Pattern FORM =
            Pattern.compile("(?:(\\d{1,5})\\.)?(\\d{1,2}):([0-5]?\\d)(?::([0-5]?\\d)(?:\\.(\\d{1,7}))?)?");

    private TimeSpan() {}

    /** The duration, or empty if {@code text} is not a time span. */
    static Optional<Duration> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches() || number(parts.group(2)) > 23) {
            return Optional.empty();
        }
        String fraction = parts.group(5) == null ? "0" : (parts.group(5) + "0000000").substring(0, 7);
        return Optional.of(Duration.ofDays(number(parts.group(1)))
                .plusHours(number(parts.group(2)))
                .plusMinutes(number(parts.group(3)))
                .plusSeconds(number(parts.group(4)))
                .plusNanos(Long.parseLong(fraction) * 100));
    }

    @SuppressWarnings("NullAway") // group() is null for a part that is not there
    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
