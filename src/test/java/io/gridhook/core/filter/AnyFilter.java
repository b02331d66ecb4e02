package io.gridhook.core.filter;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Filters and events by chance, of few letters and names, so that they meet. */
final class AnyFilter {
    private static final List<String> KEYS = List.of(
            "data.a",
            "Data.A",
            "data.a.b",
            "data.b.a",
            "data.B",
            "data",
            "subject",
            "Subject",
            "eventType",
            "type",
            "id",
            "topic",
            "source",
            "dataVersion",
            "specversion",
            "time",
            "ext",
            "a",
            "a.b",
            "b.a.b",
            "data.",
            "data.missing");
    private static final List<String> NUMBERS = List.of(
            "0",
            "-0.0",
            "1",
            "1.0",
            "10e-1",
            "1.5",
            "-2",
            "3",
            "1e400",
            "1E-400",
            "12345678901234567890.5",
            "1e9999999999");
    /** Letters whose cases are peculiar among them: sharp s, long s, the Kelvin sign, dotted I, dotless i, Deseret. */
    private static final List<String> LETTERS = List.of(
            "a",
            "A",
            "b",
            "B",
            "k",
            "K",
            "i",
            "/",
            "ß",
            "ſ",
            "\u212a",
            "\u0130",
            "\u0131",
            "\ud801\udc00",
            "\ud801\udc28");

    private AnyFilter() {}

    static EventFilter filter(SplittableRandom random) {
        return new EventFilter(
                random.nextInt(3) > 0 ? List.of() : list(random, 3, () -> text(random, 1)),
                random.nextInt(3) > 0 ? "" : text(random, 2),
                random.nextInt(3) > 0 ? "" : text(random, 2),
                random.nextBoolean(),
                random.nextBoolean(),
                list(random, 3, () -> advanced(random)));
    }

    private static AdvancedFilter advanced(SplittableRandom random) {
        OperatorType type = one(random, List.of(OperatorType.values()));
        List<FilterValue> values =
                switch (type.operand()) {
                    case NUMBER -> List.of(number(random));
                    case BOOL -> List.of(new FilterValue.Flag(random.nextBoolean()));
                    case NUMBERS -> list(random, 3, 1, () -> number(random));
                    case RANGES -> list(random, 2, 1, () -> range(random));
                    case STRINGS -> list(random, 3, 1, () -> new FilterValue.Text(text(random, 2)));
                    case NOTHING -> List.of();
                };
        return new AdvancedFilter(type, one(random, KEYS), values);
    }

    private static FilterValue number(SplittableRandom random) {
        return new FilterValue.Decimal(new BigDecimal(one(random, NUMBERS.subList(0, NUMBERS.size() - 1))));
    }

    private static FilterValue range(SplittableRandom random) {
        BigDecimal low = BigDecimal.valueOf(random.nextInt(-2, 3));
        return new FilterValue.Range(low, low.add(BigDecimal.valueOf(random.nextInt(3))));
    }

    static Event event(EventSchema schema, SplittableRandom random) {
        List<String> members = new ArrayList<>();
        switch (schema) {
            case EVENT_GRID -> {
                members.add(member("id", quoted(text(random, 2))));
                members.add(member("subject", quoted(text(random, 4))));
                members.add(member("eventType", quoted(text(random, 1))));
                members.add(member("eventTime", quoted("2026-01-01T00:00:00Z")));
                addSometimes(random, members, member("dataVersion", random.nextBoolean() ? "null" : "\"1\""));
                addSometimes(random, members, member("data", value(random, 3)));
            }
            case CLOUD_EVENT_V1_0 -> {
                members.add(member("specversion", "\"1.0\""));
                members.add(member("id", quoted("i" + text(random, 1))));
                members.add(member("source", quoted("s" + text(random, 1))));
                members.add(member("type", quoted("a")));
                addSometimes(
                        random, members, member("subject", random.nextBoolean() ? "null" : quoted(text(random, 3))));
                addSometimes(random, members, member("ext", scalar(random)));
                addSometimes(random, members, member("data", value(random, 3)));
            }
            case CUSTOM -> {
                addSometimes(random, members, member("a", value(random, 3)));
                addSometimes(random, members, member("b", value(random, 3)));
                addSometimes(random, members, member("A", value(random, 2)));
                addSometimes(random, members, member("data", value(random, 3)));
                addSometimes(random, members, member("subject", value(random, 1)));
            }
        }
        return Filtering.event(schema, "{" + String.join(",", members) + "}");
    }

    private static void addSometimes(SplittableRandom random, List<String> members, String member) {
        if (random.nextInt(4) > 0) {
            members.add(random.nextInt(members.size() + 1), member);
        }
    }

    private static String value(SplittableRandom random, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(5);
        return switch (kind) {
            case 1, 2 ->
                "{"
                        + String.join(
                                ",",
                                list(
                                        random,
                                        4,
                                        () -> member(
                                                one(random, List.of("a", "A", "b", "B", "", "c")),
                                                value(random, depth - 1))))
                        + "}";
            case 3 -> "[" + String.join(",", list(random, 4, () -> value(random, depth - 1))) + "]";
            default -> scalar(random);
        };
    }

    private static String scalar(SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0 -> "null";
            case 1 -> String.valueOf(random.nextBoolean());
            case 2, 3 -> one(random, NUMBERS);
            default -> quoted(text(random, 3));
        };
    }

    private static String member(String name, String value) {
        return quoted(name) + ":" + value;
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static String text(SplittableRandom random, int lettersMax) {
        return String.join("", list(random, lettersMax, () -> one(random, LETTERS)));
    }

    private static <T> List<T> list(SplittableRandom random, int max, Supplier<T> element) {
        return list(random, max, 0, element);
    }

    private static <T> List<T> list(SplittableRandom random, int max, int min, Supplier<T> element) {
        return IntStream.range(0, random.nextInt(min, max + 1))
                .mapToObj(i -> element.get())
                .toList();
    }

    private static <T> T one(SplittableRandom random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
