package io.gridhook.core.event;

import java.time.YearMonth;
import java.util.Optional;

/**
 * A date and time as somebody wrote it: ISO-8601's extended form {@code 2026-11-20T09:36:44.1234567+01:00}, of which the seconds, the
 * fraction (any number of digits) and the offset ({@code Z}, {@code +hh:mm}, {@code +hhmm}, {@code +hh}) may be missing. RFC 3339 is
 * the stricter form that has seconds and {@code Z} or {@code +hh:mm}.
 */
final class DateTimeText {
    private static final int DATE_LENGTH = 10;
    private static final int MINUTES_END = 16;
    private static final int SECONDS_END = 19;

    private final String text;
    private final int zoneFrom;
    private final boolean valid;

    private DateTimeText(String text) {
        this.text = text;
        this.zoneFrom = zoneStart(text);
        this.valid = zoneFrom > 0 && isDate() && isTime() && isZone();
    }

    /** Whether {@code text} is ISO-8601 as far as Event Grid's {@code eventTime} needs it (behaviour §9.2). */
    static boolean isIso8601(String text) {
        return new DateTimeText(text).valid;
    }

    /** Whether {@code text} is RFC 3339, as CloudEvents 1.0 asks of {@code time}. */
    static boolean isRfc3339(String text) {
        DateTimeText parsed = new DateTimeText(text);
        return parsed.valid && parsed.hasSeconds() && (parsed.zoneLength() == 1 || parsed.zoneLength() == 6);
    }

    /** {@code text} in RFC 3339: as it is if it is that, else with what is missing added (UTC for no offset); empty if it is no date. */
    static Optional<String> toRfc3339(String text) {
        DateTimeText parsed = new DateTimeText(text);
        return parsed.valid ? Optional.of(parsed.completed()) : Optional.empty();
    }

    private String completed() {
        String time = text.substring(0, zoneFrom) + (hasSeconds() ? "" : ":00");
        String zone = text.substring(zoneFrom);
        return time
                + switch (zone.length()) {
                    case 0 -> "Z";
                    case 3 -> zone + ":00";
                    case 5 -> zone.substring(0, 3) + ":" + zone.substring(3);
                    default -> zone;
                };
    }

    /** Where the offset begins, the end of the text when there is none, 0 when the text is too short for a time. */
    private static int zoneStart(String text) {
        if (text.length() < MINUTES_END) {
            return 0;
        }
        int at = MINUTES_END;
        while (at < text.length() && "Zz+-".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private boolean hasSeconds() {
        return zoneFrom > MINUTES_END;
    }

    private int zoneLength() {
        return text.length() - zoneFrom;
    }

    private boolean isDate() {
        if (text.charAt(4) != '-' || text.charAt(7) != '-' || "Tt".indexOf(text.charAt(DATE_LENGTH)) < 0) {
            return false;
        }
        int century = twoDigits(0);
        int year = twoDigits(2);
        int month = twoDigits(5);
        int day = twoDigits(8);
        return century >= 0
                && year >= 0
                && month >= 1
                && month <= 12
                && day >= 1
                && day <= YearMonth.of(century * 100 + year, month).lengthOfMonth();
    }

    private boolean isTime() {
        return within(11, 23) && text.charAt(13) == ':' && within(14, 59) && (!hasSeconds() || isSeconds());
    }

    /** A leap second counts: RFC 3339 allows {@code :60}. */
    private boolean isSeconds() {
        if (zoneFrom < SECONDS_END || text.charAt(MINUTES_END) != ':' || !within(17, 60)) {
            return false;
        }
        if (zoneFrom == SECONDS_END) {
            return true;
        }
        return text.charAt(SECONDS_END) == '.' && zoneFrom > SECONDS_END + 1 && allDigits(SECONDS_END + 1, zoneFrom);
    }

    private boolean isZone() {
        int length = zoneLength();
        if (length == 0) {
            return true;
        }
        if (text.charAt(zoneFrom) == 'Z' || text.charAt(zoneFrom) == 'z') {
            return length == 1;
        }
        return switch (length) {
            case 3 -> within(zoneFrom + 1, 23);
            case 5 -> within(zoneFrom + 1, 23) && within(zoneFrom + 3, 59);
            case 6 -> within(zoneFrom + 1, 23) && text.charAt(zoneFrom + 3) == ':' && within(zoneFrom + 4, 59);
            default -> false;
        };
    }

    private boolean within(int at, int highest) {
        int number = twoDigits(at);
        return number >= 0 && number <= highest;
    }

    private int twoDigits(int at) {
        return allDigits(at, at + 2) ? (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0' : -1;
    }

    private boolean allDigits(int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
