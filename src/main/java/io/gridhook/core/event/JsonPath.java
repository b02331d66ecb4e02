package io.gridhook.core.event;

import com.fasterxml.jackson.core.JsonToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path to one value of an event (behaviour §12): names with dots between them, {@code data.system}. Ours, as Event Grid says no more
 * than "JSON path": a {@code $.} before it, {@code [0]} for an element of an array, and {@code ['a.b']} for a name with dots in it.
 */
public final class JsonPath {
    /** What is expected of a text, for error messages. */
    public static final String EXPECTED = "a JSON path to one value, such as data.system, data.items[0] or data['a.b']";

    private static final Pattern STEP = Pattern.compile(
            "(?<first>^[^.\\[\\]]+)|\\.(?<name>[^.\\[\\]]+)|\\[(?<index>\\d{1,9})]|\\['(?<quoted>[^']+)']");

    /** A member's name, or an element's index. */
    private record Step(Optional<String> name, int index) {}

    private final String text;
    private final List<Step> steps;

    private JsonPath(String text, List<Step> steps) {
        this.text = text;
        this.steps = List.copyOf(steps);
    }

    /** Reads a path; empty if it is none. */
    public static Optional<JsonPath> parse(String text) {
        String path = text.startsWith("$.") ? text.substring(2) : text.startsWith("$[") ? text.substring(1) : text;
        if (path.startsWith(".") || path.equals("$")) {
            return Optional.empty();
        }
        List<Step> steps = new ArrayList<>();
        Matcher matcher = STEP.matcher(path);
        int end = 0;
        while (end < path.length() && matcher.find(end) && matcher.start() == end) {
            steps.add(step(matcher));
            end = matcher.end();
        }
        return steps.isEmpty() || end < path.length() ? Optional.empty() : Optional.of(new JsonPath(text, steps));
    }

    private static Step step(Matcher matcher) {
        if (matcher.group("index") != null) {
            return new Step(Optional.empty(), Integer.parseInt(matcher.group("index")));
        }
        Optional<String> name = Optional.ofNullable(matcher.group("first"))
                .or(() -> Optional.ofNullable(matcher.group("name")))
                .or(() -> Optional.ofNullable(matcher.group("quoted")));
        return new Step(name, -1);
    }

    /** The string, number or boolean there; a number as it is spelt. Empty if there is something else, or nothing. */
    public Optional<String> scalarIn(JsonText json) {
        try (JsonCursor cursor = JsonCursor.over(json)) {
            cursor.next();
            for (Step step : steps) {
                if (!enter(cursor, step)) {
                    return Optional.empty();
                }
            }
            JsonToken found = cursor.token();
            boolean isScalar = found.isScalarValue() && found != JsonToken.VALUE_NULL;
            return isScalar ? Optional.of(cursor.text()) : Optional.empty();
        } catch (InvalidEventException e) {
            throw new IllegalArgumentException("json: " + e.getMessage() + " (expected: a published event)", e);
        }
    }

    /** Goes to what {@code step} names in the current value. */
    private static boolean enter(JsonCursor cursor, Step step) {
        return step.name().isPresent()
                ? cursor.token() == JsonToken.START_OBJECT
                        && enterMember(cursor, step.name().get())
                : cursor.token() == JsonToken.START_ARRAY && enterElement(cursor, step.index());
    }

    private static boolean enterMember(JsonCursor cursor, String name) {
        while (cursor.next() != JsonToken.END_OBJECT) {
            boolean isFound = cursor.name().equals(name);
            cursor.next();
            if (isFound) {
                return true;
            }
            cursor.skip();
        }
        return false;
    }

    private static boolean enterElement(JsonCursor cursor, int index) {
        for (int i = 0; cursor.next() != JsonToken.END_ARRAY; i++) {
            if (i == index) {
                return true;
            }
            cursor.skip();
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonPath path && path.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** As its author wrote it. */
    @Override
    public String toString() {
        return text;
    }
}
