package io.gridhook.core.delivery;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.UUID;

/** Names of payload blobs: the hour they are written in, then the publish. Their order is their age. */
public final class PayloadNames {
    private static final DateTimeFormatter HOUR =
            DateTimeFormatter.ofPattern("yyyy-MM-dd/HH").withZone(ZoneOffset.UTC);
    private static final int HOUR_LENGTH = 13;

    private PayloadNames() {}

    public static String of(Instant written, UUID id) {
        return HOUR.format(written) + "/" + id;
    }

    /** Every payload whose name sorts before this was written more than {@code retention} ago. */
    public static String oldest(Instant now, Duration retention) {
        return HOUR.format(now.minus(retention));
    }

    /**
     * When the payload of this name was written, to the hour.
     *
     * @throws DateTimeParseException if it is no payload's name
     */
    public static Instant written(String name) {
        return HOUR.parse(name.substring(0, Math.min(HOUR_LENGTH, name.length())), Instant::from);
    }
}
