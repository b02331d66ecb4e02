package io.gridhook.core.event;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** How Gridhook writes a moment, everywhere it writes one into an event. */
public final class Timestamps {
    private static final DateTimeFormatter SEVEN_DIGITS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSS'Z'").withZone(ZoneOffset.UTC);

    private Timestamps() {}

    /** ISO-8601 in UTC with exactly seven fractional digits (what is finer is cut off) and {@code Z} (behaviour §5.3). */
    public static String iso(Instant moment) {
        return SEVEN_DIGITS.format(moment);
    }
}
