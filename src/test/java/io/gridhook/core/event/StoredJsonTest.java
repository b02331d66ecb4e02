package io.gridhook.core.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What it walks over is what Jackson reads, however it is spelt; what nobody published ends it. */
class StoredJsonTest {
    private static final String[] BLANKS = {"", "", " ", "\n", "\t", "\r\n  "};
    private static final String[] SCALARS = {
        "0", "-0", "1.50", "-12E+3", "6.02e23", "true", "false", "null", "123456789012345678901234567890"
    };
    private static final String[] PIECES = {
        "a",
        "Z",
        " ",
        "\\\"",
        "\\\\",
        "\\/",
        "\\b\\f\\n\\r\\t",
        "\\u00E9",
        "\\uD83D\\ude00",
        "\\ud800",
        "é",
        "€",
        "😀",
        "{",
        "]",
        ",",
        ":",
        "\u007f"
    };

    @Test
    void walks_over_all_that_jackson_reads() {
        JsonMapper mapper = new JsonMapper();
        Seeds.each(3_000, random -> {
            String text = blank(random) + value(random, 4) + blank(random);
            StringBuilder expected = new StringBuilder();
            write(tree(mapper, text), expected);
            StringBuilder walked = new StringBuilder();
            StoredJson json = new StoredJson();
            json.over(JsonText.of(text));
            walk(json, walked, random.nextInt(2) == 0);
            json.expectEnd();
            if (walked.length() > 0) {
                assertEquals(expected.toString(), walked.toString(), text);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "{\"a",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "[\"\\",
                "[\"\\u12",
                "[\"\\u12xy\"]",
                "[?]",
                "{1:2}",
                "1 2"
            })
    void what_nobody_published_ends_the_walk(String text) {
        StoredJson json = new StoredJson();
        assertThrows(IllegalArgumentException.class, () -> {
            json.over(JsonText.of(text));
            walk(json, new StringBuilder(), false);
            json.expectEnd();
        });
    }

    private static JsonNode tree(JsonMapper mapper, String text) {
        try {
            return mapper.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** Numbers only as such: how they are spelt is in other tests. */
    private static void write(JsonNode node, StringBuilder out) {
        if (node.isObject()) {
            node.properties().forEach(member -> {
                out.append('.').append(member.getKey()).append('=');
                write(member.getValue(), out);
            });
        } else if (node.isArray()) {
            out.append('[');
            node.forEach(element -> write(element, out));
        } else {
            out.append(node.isNumber() ? "number" : node.isNull() ? "null" : node.asText());
        }
        out.append(';');
    }

    /** All of it, or no more than its end. */
    private static void walk(StoredJson json, StringBuilder out, boolean isSkipped) {
        if (isSkipped) {
            json.skip();
            return;
        }
        switch (json.kind()) {
            case OBJECT -> {
                json.enterObject();
                while (json.nextMember()) {
                    out.append('.').append(json.name()).append('=');
                    walk(json, out, false);
                }
            }
            case ARRAY -> {
                json.enterArray();
                out.append('[');
                while (json.nextElement()) {
                    walk(json, out, false);
                }
            }
            default -> {
                CharText text = new CharText();
                json.read(text);
                out.append(json.kind() == EventValue.Kind.NUMBER ? "number" : text);
                json.skip();
            }
        }
        out.append(';');
    }

    private static String value(SplittableRandom random, int depth) {
        int kind = random.nextInt(depth == 0 ? 2 : 4);
        if (kind == 0) {
            return pick(random, SCALARS);
        }
        if (kind == 1) {
            return string(random, "");
        }
        boolean isObject = kind == 2;
        StringJoiner joined = isObject ? new StringJoiner(",", "{", "}") : new StringJoiner(",", "[", "]");
        joined.setEmptyValue(isObject ? "{" + blank(random) + "}" : "[" + blank(random) + "]");
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String name = isObject ? string(random, "n" + i) + blank(random) + ":" : "";
            joined.add(blank(random) + name + blank(random) + value(random, depth - 1) + blank(random));
        }
        return joined.toString();
    }

    private static String string(SplittableRandom random, String start) {
        StringBuilder out = new StringBuilder("\"").append(start);
        for (int left = random.nextInt(5); left > 0; left--) {
            out.append(pick(random, PIECES));
        }
        return out.append('"').toString();
    }

    private static String blank(SplittableRandom random) {
        return pick(random, BLANKS);
    }

    private static String pick(SplittableRandom random, String[] of) {
        return of[random.nextInt(of.length)];
    }
}
