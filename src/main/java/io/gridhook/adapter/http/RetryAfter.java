package io.gridhook.adapter.http;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import org.apache.hc.client5.http.utils.DateUtils;

/** Reads {@code Retry-After} (RFC 9110 §10.2.3): whole seconds or an HTTP date in any of its three forms. */
final class RetryAfter {
    /** A longer wait than any event lives (behaviour §16: at most a week) asks for nothing more. */
    static final Duration MAX = Duration.ofDays(30);

    /** The third form, which says no zone and which HttpClient therefore does not read. */
    private static final DateTimeFormatter ASCTIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US);

    private RetryAfter() {}

    /** The wait that {@code value} asks for as of {@code now}, zero to {@link #MAX}; empty when it is neither number nor date. */
    static Optional<Duration> parse(String value, Instant now) {
        String text = value.strip();
        if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.of(seconds(text));
        }
        // In whole seconds: else answers of the same moment are due a few milliseconds apart, each in a message of its
        // own.
        return date(text)
                .map(date -> bounded(Duration.ofSeconds(
                        Duration.between(now, date).plusNanos(999_999_999).toSeconds())));
    }

    private static Optional<Instant> date(String text) {
        Instant date = DateUtils.parseStandardDate(text);
        return date != null ? Optional.of(date) : asctime(text);
    }

    private static Optional<Instant> asctime(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text, ASCTIME).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Duration seconds(String digits) {
        try {
            return bounded(Duration.ofSeconds(Long.parseLong(digits)));
        } catch (NumberFormatException e) {
            return MAX; // more digits than a long has
        }
    }

    private static Duration bounded(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(MAX) > 0 ? MAX : wait;
    }
}
