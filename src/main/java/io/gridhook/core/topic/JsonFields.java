package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.retry.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The properties of one JSON object of a request, by name in any letter case; {@code null} counts as absent. What nobody asked for is
 * refused at the {@link #end}, so that a misspelt setting is never accepted and ignored.
 */
public final class JsonFields {
    /** A to Z alone: to {@link String#CASE_INSENSITIVE_ORDER} {@code "endpoıntUrl"} (dotless) and the Kelvin sign are names of ours. */
    private static final Comparator<String> ANY_LETTER_CASE = Comparator.comparing(JsonFields::lowerCase);

    private final String path;
    private final Map<String, JsonNode> values = new TreeMap<>(ANY_LETTER_CASE);
    private final Set<String> known = new TreeSet<>(ANY_LETTER_CASE);

    private JsonFields(String path) {
        this.path = path;
    }

    /**
     * The properties of {@code json}.
     *
     * @param path its name for error messages; {@code ""} for the body itself
     */
    public static JsonFields of(JsonNode json, String path) {
        if (!json.isObject()) {
            throw wrong(path.isEmpty() ? "body" : path, json, "a JSON object");
        }
        JsonFields fields = new JsonFields(path);
        for (Map.Entry<String, JsonNode> property : json.properties()) {
            if (fields.values.put(property.getKey(), property.getValue()) != null) {
                throw new InvalidDefinitionException(fields.path(Excerpt.of(property.getKey()))
                        + ": given twice (expected: once, in any letter case)");
            }
        }
        return fields;
    }

    private static String lowerCase(String name) {
        StringBuilder lower = new StringBuilder(name.length());
        name.chars().forEach(c -> lower.append((char) (c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c)));
        return lower.toString();
    }

    /** The value of a property. */
    public Optional<JsonNode> value(String name) {
        known.add(name);
        return Optional.ofNullable(values.get(name)).filter(value -> !value.isNull());
    }

    /** Whether a property is given. */
    public boolean has(String name) {
        return value(name).isPresent();
    }

    /** The value of a property that is an object. */
    public Optional<JsonFields> object(String name) {
        return value(name).map(value -> of(value, path(name)));
    }

    /** The value of a property that is a string, without blanks around it. */
    public Optional<String> text(String name) {
        return value(name).map(value -> {
            if (!value.isTextual()) {
                throw wrong(name, value, "a string");
            }
            return value.textValue().strip();
        });
    }

    /** The value of a property that is a string of at most {@code charsMax} characters, none of them a control character. */
    public Optional<String> text(String name, int charsMax) {
        Optional<String> text = text(name);
        text.ifPresent(value -> checkText(name, value, 0, charsMax));
        return text;
    }

    /** The value of a property that is a whole number in {@code range}. */
    public OptionalInt whole(String name, Range range) {
        Optional<JsonNode> given = value(name);
        if (given.isEmpty()) {
            return OptionalInt.empty();
        }
        JsonNode value = given.get();
        if (!value.isIntegralNumber()) {
            throw wrong(name, value, "a whole number, " + range);
        }
        if (!value.canConvertToInt() || !range.contains(value.intValue())) {
            throw wrong(name, value, range.toString());
        }
        return OptionalInt.of(value.intValue());
    }

    /** The value of a property that is true or false, which some editions print in quotes. */
    public Optional<Boolean> flag(String name) {
        return value(name).map(value -> switch (value.asText().strip().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(name, value, "true or false");
        });
    }

    /** The value of a property that is an array of 0 to {@code countMax} strings of 1 to {@code charsMax} characters. */
    public List<String> texts(String name, int countMax, int charsMax) {
        List<String> texts = new ArrayList<>();
        value(name).ifPresent(array -> {
            if (!array.isArray() || array.size() > countMax) {
                String expected = "an array of 0.." + countMax + " strings";
                throw array.isArray() ? wrong(name, array.size() + " values", expected) : wrong(name, array, expected);
            }
            array.forEach(value -> texts.add(element(name, value, charsMax)));
        });
        return texts;
    }

    /** That a property is not there, which had to be. */
    public InvalidDefinitionException missing(String name, String expected) {
        return new InvalidDefinitionException(path(name) + ": missing (expected: " + expected + ")");
    }

    /** Refuses a property unless it is absent or empty (blank, {@code []}, {@code {}} or {@code false}). */
    void refuseUnlessEmpty(String name, String expected) {
        value(name).ifPresent(value -> {
            boolean empty = value.isContainerNode()
                    ? value.isEmpty()
                    : value.asText().isBlank() || (value.isBoolean() && !value.booleanValue());
            if (!empty) {
                throw new InvalidDefinitionException(name + ": not supported yet (expected: " + expected + ")");
            }
        });
    }

    /** Lets properties pass that the service itself writes, or that change nothing here. */
    void ignore(String... names) {
        known.addAll(List.of(names));
    }

    /** Refuses every property that was not asked for by now. */
    public void end() {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                throw new InvalidDefinitionException(
                        path(Excerpt.of(name)) + ": unknown property (expected: " + String.join(", ", known) + ")");
            }
        }
    }

    private String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String element(String name, JsonNode value, int charsMax) {
        if (!value.isTextual()) {
            throw wrong(name, value, "an array of strings");
        }
        checkText(name, value.textValue(), 1, charsMax);
        return value.textValue();
    }

    private static void checkText(String name, String text, int charsMin, int charsMax) {
        if (text.length() < charsMin || text.length() > charsMax || text.chars().anyMatch(Character::isISOControl)) {
            throw wrong(name, text, charsMin + ".." + charsMax + " characters, none a control character");
        }
    }

    /** That a value is not what was expected. */
    public static InvalidDefinitionException wrong(String name, JsonNode value, String expected) {
        return wrong(name, value.isTextual() ? value.textValue() : value.toString(), expected);
    }

    /** The same for a text. */
    public static InvalidDefinitionException wrong(String name, String value, String expected) {
        return new InvalidDefinitionException(name + ": " + Excerpt.of(value) + " (expected: " + expected + ")");
    }
}
