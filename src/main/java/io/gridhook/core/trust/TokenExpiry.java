package io.gridhook.core.trust;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;

/**
 * The end of a SAS token as the clients write it (behaviour §10): {@code 6/15/2017 6:20:15 PM}, minutes and seconds with or without a
 * leading zero, or ISO-8601 with {@code T} or a blank. UTC, unless it names an offset, as the .NET library's {@code DateTimeOffset} and
 * an aware {@code datetime} of Python do.
 */
final class TokenExpiry {
    /** What newer .NET writes before {@code PM}, and older Unicode data knows as another blank. */
    private static final String NARROW_BLANKS = "[\u202f\u00a0]";

    private static final DateTimeFormatter MONTH_FIRST = formatter(new DateTimeFormatterBuilder()
            .appendPattern("M/d/uuuu h:m:s a")
            .optionalStart()
            .appendPattern(" xxx"));
    private static final DateTimeFormatter ISO = formatter(new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffset("+HH:MM", "Z"));

    private TokenExpiry() {}

    private static DateTimeFormatter formatter(DateTimeFormatterBuilder form) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .append(form.toFormatter(Locale.US))
                .toFormatter(Locale.US)
                .withChronology(IsoChronology.INSTANCE)
                .withResolverStyle(ResolverStyle.STRICT);
    }

    /** The moment from which the token is no longer valid; empty if the text is no date of a known form. */
    static Optional<Instant> parse(String text) {
        String plain = text.replaceAll(NARROW_BLANKS, " ");
        return plain.indexOf('/') >= 0 ? read(MONTH_FIRST, plain) : read(ISO, plain.replace(' ', 'T'));
    }

    private static Optional<Instant> read(DateTimeFormatter form, String text) {
        try {
            TemporalAccessor time = form.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            return Optional.of(
                    time instanceof OffsetDateTime zoned
                            ? zoned.toInstant()
                            : LocalDateTime.from(time).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
