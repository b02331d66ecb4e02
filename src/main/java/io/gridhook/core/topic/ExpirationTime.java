package io.gridhook.core.topic;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Reads {@code expirationTimeUtc}: an ISO-8601 date and time in the future, UTC unless it says otherwise (behaviour §13.4). */
final class ExpirationTime {
    private static final int YEAR_MAX = 9_999;

    private ExpirationTime() {}

    static Instant read(String text, Instant now) {
        return parse(text)
                .filter(time -> time.getYear() <= YEAR_MAX)
                .map(OffsetDateTime::toInstant)
                .filter(time -> time.isAfter(now))
                .orElseThrow(() -> new InvalidDefinitionException("Invalid expiration time: "
                        + JsonFields.wrong("expirationTimeUtc", text, "an ISO-8601 date and time in the future")
                                .getMessage()));
    }

    private static Optional<OffsetDateTime> parse(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text));
        } catch (DateTimeParseException e) {
            return parseWithoutOffset(text);
        }
    }

    private static Optional<OffsetDateTime> parseWithoutOffset(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text).atOffset(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
