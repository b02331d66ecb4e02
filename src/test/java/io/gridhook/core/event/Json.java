package io.gridhook.core.event;

import java.util.SplittableRandom;

/** Makes valid JSON of the kinds that re-writing would change. */
final class Json {
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1.0000",
        "1e400",
        "-1E-400",
        "0.1e+01",
        "12345678901234567890123456789",
        "1.10",
        "-0.0",
        "9007199254740993"
    };
    private static final String[] LETTERS = {
        "a",
        "é",
        "€",
        "😀",
        "\\u0041",
        "\\ud83d\\ude00",
        "\\ud800",
        "\\/",
        "/",
        "\\\"",
        "\\\\",
        "\\n",
        "\\u0000",
        "\u007f",
        "\u2028",
        "\uFEFF",
        "}",
        "]",
        ","
    };
    private static final String[] SPACES = {"", "", "", " ", "\n", "\t", "\r\n", "  "};

    private Json() {}

    static String space(SplittableRandom random) {
        return SPACES[random.nextInt(SPACES.length)];
    }

    /** A value that nests up to {@code depth} deep, without white space around it. */
    static String value(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> NUMBERS[random.nextInt(NUMBERS.length)];
            case 1 -> Long.toString(random.nextLong());
            case 2 -> string(random);
            case 3 -> random.nextBoolean() ? "true" : "false";
            case 4 -> "null";
            case 5 -> joined(random, "[", "]", false, depth);
            default -> joined(random, "{", "}", true, depth);
        };
    }

    private static String string(SplittableRandom random) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = random.nextInt(8); i > 0; i--) {
            out.append(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return out.append('"').toString();
    }

    /** Half a surrogate pair in a name is refused: Jackson has no name for it. */
    private static String name(SplittableRandom random) {
        return string(random).replace("\\ud800", "");
    }

    private static String joined(SplittableRandom random, String open, String close, boolean named, int depth) {
        StringBuilder out = new StringBuilder(open).append(space(random));
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            out.append(i == 0 ? "" : ",").append(space(random));
            if (named) {
                // The same few names again and again: duplicates inside data are the publisher's business.
                out.append(random.nextBoolean() ? "\"data\"" : name(random))
                        .append(space(random))
                        .append(':')
                        .append(space(random));
            }
            out.append(value(random, depth - 1)).append(space(random));
        }
        return out.append(close).toString();
    }
}
