package io.gridhook.core.history;

import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.event.Excerpt;
import java.util.zip.CRC32;

/** How much of a text the log keeps. */
public final class HistoryText {
    /** Ours: publishers choose ids and types, and a row stays small. */
    static final int CHARS_MAX = 256;

    /** As many hexadecimal digits as {@code int} has; of the whole id, so that long ids that begin alike are not taken for each other. */
    private static final int DIGITS = 8;

    private HistoryText() {}

    /** An event's id as rows have it: itself, or its beginning and a checksum of all of it. A look-up asks for the same. */
    public static String eventId(String id) {
        if (id.length() <= CHARS_MAX) {
            return id;
        }
        return id.substring(0, CHARS_MAX - DIGITS - 1) + "#" + String.format("%08x", hash(id));
    }

    /** What stands for an id in a batch's index: the CRC-32 of its UTF-16 code units. Two ids may have the same. */
    static int hash(String eventId) {
        CRC32 crc = new CRC32();
        for (int i = 0; i < eventId.length(); i++) {
            crc.update(eventId.charAt(i) >>> 8);
            crc.update(eventId.charAt(i));
        }
        return (int) crc.getValue();
    }

    static String kept(String text) {
        return Excerpt.of(text, CHARS_MAX);
    }

    static DeliveryAttempt kept(DeliveryAttempt attempt) {
        return new DeliveryAttempt(
                attempt.subscription(),
                eventId(attempt.eventId()),
                kept(attempt.eventType()),
                kept(attempt.endpointHost()),
                attempt.attempt(),
                attempt.outcome(),
                attempt.httpStatus(),
                attempt.duration(),
                kept(attempt.detail()),
                kept(attempt.response()));
    }
}
