package io.gridhook.functions;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads settings one by one and gathers what is wrong with them, so that one start tells everything. */
final class SettingsReader {
    private final Function<String, @Nullable String> env;
    private final List<String> problems = new ArrayList<>();

    SettingsReader(Function<String, @Nullable String> env) {
        this.env = env;
    }

    boolean isSet(String name) {
        String value = env.apply(name);
        return value != null && !value.isBlank();
    }

    String text(String name, String unset) {
        String value = env.apply(name);
        return value == null || value.isBlank() ? unset : value.strip();
    }

    /** What stands between commas; empty if nothing is set. */
    List<String> list(String name) {
        return Stream.of(text(name, "").split(","))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    String oneOf(String name, String unset, Set<String> allowed) {
        String value = text(name, unset).toLowerCase(Locale.ROOT);
        if (!allowed.contains(value)) {
            problem(name + ": " + value + " (expected: one of " + String.join(", ", allowed) + ")");
            return unset;
        }
        return value;
    }

    boolean flag(String name, boolean unset) {
        String value = text(name, Boolean.toString(unset)).toLowerCase(Locale.ROOT);
        if (!value.equals("true") && !value.equals("false")) {
            problem(name + ": " + value + " (expected: true or false)");
        }
        return value.equals("true");
    }

    /** The first of {@code names} that is set. */
    int number(List<String> names, int min, int max, int unset) {
        for (String name : names) {
            if (isSet(name)) {
                return number(name, min, max, unset);
            }
        }
        return unset;
    }

    int number(String name, int min, int max, int unset) {
        String value = text(name, Integer.toString(unset));
        try {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, together with what is out of range
        }
        problem(name + ": " + value + " (expected: " + min + ".." + max + ")");
        return unset;
    }

    Duration duration(String name, Duration unset, Duration min, Duration max) {
        String value = text(name, unset.toString());
        try {
            Duration duration = Duration.parse(value);
            if (duration.compareTo(min) >= 0 && duration.compareTo(max) <= 0) {
                return duration;
            }
        } catch (DateTimeException e) {
            // said below, together with what is out of range
        }
        problem(name + ": " + value + " (expected: an ISO-8601 duration of " + min + ".." + max + ")");
        return unset;
    }

    Duration durationOrNever(String name, Duration unset, Duration never) {
        return text(name, "").equalsIgnoreCase("never") ? never : duration(name, unset, Duration.ZERO, never);
    }

    void problem(String text) {
        problems.add(text);
    }

    void throwIfWrong() {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("wrong settings: " + String.join("; ", problems));
        }
    }
}
