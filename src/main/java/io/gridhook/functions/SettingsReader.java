package io.gridhook.functions;

import io.gridhook.adapter.storage.StorageNames;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads settings one by one, and gathers what is wrong with them, so that one start tells everything, and what they may be, which {@code
 * settings.md} is compared with.
 */
final class SettingsReader {
    private static final String KEY_VAULT = "@microsoft.keyvault(";
    private static final Duration DAY = Duration.ofDays(1);

    private final Map<String, String> env;
    /** By their names, as they were first asked for. */
    private final Map<String, Setting> asked = new LinkedHashMap<>();
    /** Each once: one setting may be asked for twice. */
    private final Set<String> problems = new LinkedHashSet<>();
    /** The names of those whose values are references still. */
    private final Set<String> unresolved = new LinkedHashSet<>();

    /** What may be set and is not read. */
    private final Set<String> ignored = new TreeSet<>();
    /** What names begin with that nobody else has. */
    private final Set<String> prefixes = new TreeSet<>(Set.of(UnknownSettings.PREFIX));

    SettingsReader(Map<String, String> env) {
        this.env = env;
        // They are the host's, and StorageConnection reads them.
        new TreeMap<>(env).forEach((name, value) -> {
            if (name.startsWith(StorageNames.CONNECTION) && isReference(value)) {
                unresolved.add(name);
            }
        });
    }

    private static boolean isReference(String value) {
        return value.toLowerCase(Locale.ROOT).contains(KEY_VAULT);
    }

    /**
     * What a setting may be.
     *
     * @param unset what counts where it is not set, or nothing
     * @param expected which values it may have
     */
    record Setting(String name, String unset, String expected) {}

    /** All that were asked for so far, whether they are set or not, in the order of asking. */
    List<Setting> asked() {
        return List.copyOf(asked.values());
    }

    boolean isSet(String name) {
        String value = env.get(name);
        return value != null && !value.isBlank();
    }

    /** What the platform sets, and no setting of ours. */
    String platform(String name, String unset) {
        return isSet(name) ? env.getOrDefault(name, unset).strip() : unset;
    }

    /** Any text. */
    String text(String name, String unset) {
        return text(name, unset, "text");
    }

    /**
     * Text of a kind that the caller checks. A Key Vault reference that the platform did not resolve is what everybody may read, and no
     * secret.
     */
    String text(String name, String unset, String expected) {
        asked.putIfAbsent(name, new Setting(name, unset, expected));
        String text = platform(name, unset);
        if (isReference(text)) {
            unresolved.add(name);
            return unset;
        }
        return text;
    }

    /** What stands between commas; {@code unset} if nothing does. */
    Set<String> names(String name, Set<String> unset) {
        asked.putIfAbsent(name, new Setting(name, String.join(",", new TreeSet<>(unset)), "names, with commas"));
        List<String> names = list(name);
        return names.isEmpty() ? unset : Set.copyOf(names);
    }

    /** What stands between commas; empty if nothing is set. */
    List<String> list(String name) {
        return list(name, Function.identity());
    }

    String oneOf(String name, String unset, Set<String> allowed) {
        String expected = "one of " + String.join(", ", allowed);
        String value = text(name, unset, expected).toLowerCase(Locale.ROOT);
        if (!allowed.contains(value)) {
            wrong(name, value, expected);
            return unset;
        }
        return value;
    }

    boolean flag(String name, boolean unset) {
        String expected = "true or false";
        String value = text(name, Boolean.toString(unset), expected).toLowerCase(Locale.ROOT);
        if (!value.equals("true") && !value.equals("false")) {
            wrong(name, value, expected);
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
        return number(names.get(0), min, max, unset);
    }

    int number(String name, int min, int max, int unset) {
        String expected = min + ".." + max;
        String value = text(name, Integer.toString(unset), expected);
        try {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, together with what is out of range
        }
        wrong(name, value, expected);
        return unset;
    }

    Duration duration(String name, Duration unset, Duration min, Duration max) {
        return duration(name, unset, min, max, "");
    }

    private Duration duration(String name, Duration unset, Duration min, Duration max, String orElse) {
        String expected = "an ISO-8601 duration of " + text(min) + ".." + text(max) + orElse;
        String value = text(name, text(unset), expected);
        return duration(value, min, max).orElseGet(() -> {
            wrong(name, value, expected);
            return unset;
        });
    }

    /** Empty if it is none, or out of range. */
    private static Optional<Duration> duration(String value, Duration min, Duration max) {
        try {
            return Optional.of(Duration.parse(value))
                    .filter(duration -> duration.compareTo(min) >= 0 && duration.compareTo(max) <= 0);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Empty if it is {@code off}, as it is where nothing is set. */
    Optional<Duration> durationOrOff(String name, Duration min, Duration max) {
        String expected = "off, or an ISO-8601 duration of " + text(min) + ".." + text(max);
        String value = text(name, "off", expected);
        if (value.equalsIgnoreCase("off")) {
            return Optional.empty();
        }
        Optional<Duration> duration = duration(value, min, max);
        if (duration.isEmpty()) {
            wrong(name, value, expected);
        }
        return duration;
    }

    Duration durationOrNever(String name, Duration unset, Duration never) {
        return isSet(name) && text(name, "").equalsIgnoreCase("never")
                ? never
                : duration(name, unset, Duration.ZERO, never, ", or never");
    }

    /** {@code P14D} rather than {@code PT336H}. */
    private static String text(Duration duration) {
        boolean isDays = !duration.isZero() && duration.equals(DAY.multipliedBy(duration.toDays()));
        return isDays ? "P" + duration.toDays() + "D" : duration.toString();
    }

    /** Entries with commas between them; what is wrong with one is told with it. */
    <T> List<T> list(String name, Function<String, T> read) {
        List<T> list = new ArrayList<>();
        for (String entry : text(name, "", "entries, with commas").split(",", -1)) {
            try {
                if (!entry.isBlank()) {
                    list.add(read.apply(entry.strip()));
                }
            } catch (IllegalArgumentException e) {
                problem(name + ": " + e.getMessage());
            }
        }
        return list;
    }

    /** Names that begin with one of {@code more} are ours as well; those of {@code unread} may be set, and mean nothing. */
    void owns(Set<String> more, Set<String> unread) {
        prefixes.addAll(more);
        ignored.addAll(unread);
    }

    /** What {@code read} returns; empty if it says that a setting is wrong, which is told with the others. */
    <T> Optional<T> attempt(Supplier<T> read) {
        try {
            return Optional.of(read.get());
        } catch (IllegalArgumentException e) {
            problem(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    void problem(String text) {
        problems.add(text);
    }

    private void wrong(String name, String value, String expected) {
        problem(name + ": " + value + " (expected: " + expected + ")");
    }

    /**
     * Throws if anything that was asked for is wrong, or if something is set that looks like ours and was not asked for.
     *
     * @throws WrongSettingsException whose message lists all of it
     */
    void throwIfWrong() {
        Set<String> known = new TreeSet<>(asked.keySet());
        known.addAll(ignored);
        new UnknownSettings(known, prefixes).in(env.keySet()).forEach(this::problem);
        List<String> others =
                problems.stream().filter(each -> !isOfUnresolved(each)).toList();
        List<String> all = new ArrayList<>();
        unresolved.forEach(name -> all.add(name + ": a Key Vault reference that was not resolved ("
                + "expected: the app's identity may read it)"));
        all.addAll(others);
        if (!all.isEmpty()) {
            throw new WrongSettingsException(all, others.isEmpty());
        }
    }

    /** What was read in the place of a reference was not set by anybody. */
    private boolean isOfUnresolved(String problem) {
        return unresolved.stream().anyMatch(name -> problem.startsWith(name + ":"));
    }
}
