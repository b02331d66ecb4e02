package io.gridhook.local;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;

/**
 * A timer trigger's schedule in UTC: six fields {@code second minute hour day month day-of-week}. Each is {@code *}, {@code *}{@code /n},
 * a number, a range {@code a-b} or a list of these; a time must match all six (NCrontab, functions host).
 */
final class Ncrontab {
    /** The rarest legal time is the 29 February of one weekday: 28 years, 40 across a century. */
    private static final int YEARS_SEARCHED = 41;

    private static final List<Field> FIELDS = List.of(
            new Field("second", 0, 59),
            new Field("minute", 0, 59),
            new Field("hour", 0, 23),
            new Field("day", 1, 31),
            new Field("month", 1, 12),
            new Field("day-of-week", 0, 6));

    private final List<BitSet> allowed;

    private record Field(String name, int min, int max) {}

    private Ncrontab(List<BitSet> allowed) {
        this.allowed = allowed;
    }

    /** Reads an expression; throws {@link LocalHostException} that names what is not understood, or if it never comes. */
    static Ncrontab parse(String expression) {
        String[] parts = expression.trim().split("\\s+", -1);
        if (parts.length != FIELDS.size()) {
            throw new LocalHostException(
                    "schedule '" + expression + "' (expected: six fields, second minute hour day month day-of-week)");
        }
        BitSet[] allowed = new BitSet[FIELDS.size()];
        for (int i = 0; i < parts.length; i++) {
            allowed[i] = values(expression, FIELDS.get(i), parts[i]);
        }
        Ncrontab schedule = new Ncrontab(List.of(allowed));
        schedule.next(Instant.EPOCH);
        return schedule;
    }

    private static BitSet values(String expression, Field field, String text) {
        BitSet values = new BitSet();
        for (String item : text.split(",", -1)) {
            if (item.matches("\\*(/\\d{1,2})?")) {
                int step = item.length() == 1 ? 1 : Integer.parseInt(item.substring(2));
                addSteps(values, expression, field, item, step);
            } else if (item.matches("\\d{1,2}(-\\d{1,2})?")) {
                int dash = item.indexOf('-');
                int from = Integer.parseInt(dash < 0 ? item : item.substring(0, dash));
                int to = dash < 0 ? from : Integer.parseInt(item.substring(dash + 1));
                expect(from >= field.min && to <= field.max && from <= to, expression, field, item);
                values.set(from, to + 1);
            } else {
                expect(false, expression, field, item);
            }
        }
        return values;
    }

    private static void addSteps(BitSet values, String expression, Field field, String item, int step) {
        expect(step >= 1, expression, field, item);
        for (int value = field.min; value <= field.max; value += step) {
            values.set(value);
        }
    }

    private static void expect(boolean holds, String expression, Field field, String item) {
        if (!holds) {
            throw new LocalHostException("schedule '" + expression + "': " + field.name + " " + item
                    + " (expected: *, */n, n, a-b or a list, in " + field.min + ".." + field.max + ")");
        }
    }

    /** The first matching second after {@code after}. */
    Instant next(Instant after) {
        ZonedDateTime at =
                after.atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        ZonedDateTime last = at.plusYears(YEARS_SEARCHED);
        while (at.isBefore(last)) {
            if (!allows(4, at.getMonthValue())) {
                at = at.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1).plusMonths(1);
            } else if (!allows(3, at.getDayOfMonth())
                    || !allows(5, at.getDayOfWeek().getValue() % 7)) {
                at = at.truncatedTo(ChronoUnit.DAYS).plusDays(1);
            } else if (!allows(2, at.getHour())) {
                at = at.truncatedTo(ChronoUnit.HOURS).plusHours(1);
            } else if (!allows(1, at.getMinute())) {
                at = at.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
            } else if (!allows(0, at.getSecond())) {
                at = at.plusSeconds(1);
            } else {
                return at.toInstant();
            }
        }
        throw new LocalHostException("schedule: never comes (expected: a day that exists)");
    }

    private boolean allows(int field, int value) {
        return allowed.get(field).get(value);
    }
}
