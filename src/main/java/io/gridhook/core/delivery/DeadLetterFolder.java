package io.gridhook.core.delivery;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A folder of dead-letter blobs (behaviour §5.2): a subscription's, or that of one of its years, months, days or hours. Names are not
 * zero-padded, so their order is not that of time; whoever wants that sorts by {@link #from}.
 *
 * @param prefix of its blobs' names, with a slash at the end
 * @param level 0 for the subscription's own to {@link #HOUR}
 * @param from its first moment
 * @param to the first moment that is no more of it
 */
public record DeadLetterFolder(String prefix, int level, Instant from, Instant to) {
    /** The level of folders that hold blobs. */
    public static final int HOUR = 4;

    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,3}");
    private static final LocalDateTime YEAR_0 = LocalDateTime.of(0, 1, 1, 0, 0);

    /** All of a subscription's. */
    public static DeadLetterFolder of(String eventSubscription) {
        return new DeadLetterFolder(eventSubscription.toUpperCase(Locale.ROOT) + "/", 0, Instant.MIN, Instant.MAX);
    }

    /** The hour's folder that a blob of this name is in, or empty if it is no dead-letter blob's name. */
    public static Optional<DeadLetterFolder> ofBlob(String blob) {
        String[] parts = blob.split("/", -1);
        return hourOf(blob).filter(hour -> parts.length == HOUR + 2 && parts[HOUR + 1].endsWith(".json"));
    }

    /** The hour's folder that a blob is in, whatever its own name; or empty if it is in none. */
    public static Optional<DeadLetterFolder> hourOf(String blob) {
        String[] parts = blob.split("/", -1);
        Optional<DeadLetterFolder> folder =
                Optional.of(new DeadLetterFolder(parts[0] + "/", 0, Instant.MIN, Instant.MAX));
        for (int i = 1; i <= HOUR; i++) {
            String name = i < parts.length ? parts[i] : "";
            folder = folder.flatMap(parent -> parent.child(name));
        }
        return folder;
    }

    /** The folder of this name within this one, or empty if it is none of a year, month, day or hour. */
    public Optional<DeadLetterFolder> child(String name) {
        if (level == HOUR || !NUMBER.matcher(name).matches()) {
            return Optional.empty();
        }
        int number = Integer.parseInt(name);
        LocalDateTime parent = level == 0 ? YEAR_0 : LocalDateTime.ofInstant(from, ZoneOffset.UTC);
        try {
            LocalDateTime start =
                    switch (level) {
                        case 0 -> parent.withYear(number);
                        case 1 -> parent.withMonth(number);
                        case 2 -> parent.withDayOfMonth(number);
                        default -> parent.withHour(number);
                    };
            LocalDateTime end =
                    switch (level) {
                        case 0 -> start.plusYears(1);
                        case 1 -> start.plusMonths(1);
                        case 2 -> start.plusDays(1);
                        default -> start.plusHours(1);
                    };
            return Optional.of(new DeadLetterFolder(prefix + name + "/", level + 1, utc(start), utc(end)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Instant utc(LocalDateTime time) {
        return OffsetDateTime.of(time, ZoneOffset.UTC).toInstant();
    }

    public boolean isHour() {
        return level == HOUR;
    }

    /** Whether something in it may be of that time, both ends included. */
    public boolean overlaps(Instant first, Instant last) {
        return !last.isBefore(from) && first.isBefore(to);
    }

    /**
     * The time of a letter in this hour's folder: {@code time}, brought within the hour. So each letter has one time, and is found where that
     * is: those of a blob may have been tried at different hours, and Event Grid's folders are by another moment than ours.
     */
    public Instant within(Instant time) {
        if (time.isBefore(from)) {
            return from;
        }
        return time.isBefore(to) ? time : to.minusMillis(1);
    }
}
