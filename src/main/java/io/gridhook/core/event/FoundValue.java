package io.gridhook.core.event;

import com.fasterxml.jackson.core.JsonToken;
import io.gridhook.core.event.EventValue.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an event has at a key, found the plain way: for one key, with all that is in it. What {@link EventValues} finds for many keys at
 * once must be the same.
 *
 * @param isText see {@link EventValue#isText}
 * @param text a string's content; a number or a boolean as it is spelt; {@code ""} for the others
 * @param elements of an array
 * @param json as the event spells it; empty when there is nothing
 */
public record FoundValue(Kind kind, boolean isText, String text, List<FoundValue> elements, Optional<JsonText> json) {
    private static final FoundValue ABSENT = new FoundValue(Kind.ABSENT, false, "", List.of(), Optional.empty());

    public FoundValue {
        elements = List.copyOf(elements);
    }

    /** What {@code event} has at {@code key} (behaviour §8.4). */
    public static FoundValue at(Event event, String key) {
        boolean isCloudEvent = event.schema() == EventSchema.CLOUD_EVENT_V1_0;
        if (isCloudEvent && isEmptyAttribute(event.attributes(), key)) {
            return ABSENT;
        }
        Optional<JsonText> json = Optional.of(event.json());
        for (String name : key.split("\\.", -1)) {
            json = json.flatMap(object -> member(object, name));
        }
        boolean isAttribute = isCloudEvent && !key.contains(".") && !key.equalsIgnoreCase("data");
        return json.map(value -> read(value, isAttribute)).orElse(ABSENT);
    }

    /** The value of a {@link Kind#NUMBER}. */
    public BigDecimal number() {
        return JsonNumber.of(text);
    }

    private static boolean isEmptyAttribute(EventAttributes attributes, String key) {
        return (key.equalsIgnoreCase("subject") && attributes.subject().isEmpty())
                || (key.equalsIgnoreCase("time") && attributes.time().isEmpty());
    }

    private static Optional<JsonText> member(JsonText object, String name) {
        try (JsonCursor json = JsonCursor.over(object)) {
            if (json.next() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (json.next() != JsonToken.END_OBJECT) {
                boolean found = Letters.fold(json.name()).equals(Letters.fold(name));
                json.next();
                if (found) {
                    return Optional.of(json.value());
                }
                json.skip();
            }
            return Optional.empty();
        }
    }

    private static FoundValue read(JsonText text, boolean isAttribute) {
        try (JsonCursor json = JsonCursor.over(text)) {
            json.next();
            FoundValue value = scalar(json, isAttribute, Optional.of(text));
            return value.kind() == Kind.ARRAY
                    ? new FoundValue(Kind.ARRAY, false, "", elements(json), value.json())
                    : value;
        }
    }

    private static List<FoundValue> elements(JsonCursor json) {
        List<FoundValue> elements = new ArrayList<>();
        while (json.next() != JsonToken.END_ARRAY) {
            elements.add(scalar(json, false, Optional.empty()));
            json.skip();
        }
        return elements;
    }

    /** Nothing that is in it. */
    private static FoundValue scalar(JsonCursor json, boolean isAttribute, Optional<JsonText> text) {
        return switch (json.token()) {
            case VALUE_STRING -> new FoundValue(Kind.STRING, true, json.text(), List.of(), text);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                new FoundValue(Kind.NUMBER, isAttribute, json.text(), List.of(), text);
            case VALUE_TRUE, VALUE_FALSE -> new FoundValue(Kind.BOOLEAN, isAttribute, json.text(), List.of(), text);
            case START_OBJECT -> new FoundValue(Kind.OBJECT, false, "", List.of(), text);
            case START_ARRAY -> new FoundValue(Kind.ARRAY, false, "", List.of(), text);
            default -> new FoundValue(Kind.NULL, false, "", List.of(), text);
        };
    }
}
