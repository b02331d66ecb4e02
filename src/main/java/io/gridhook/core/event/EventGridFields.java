package io.gridhook.core.event;

import com.fasterxml.jackson.core.JsonToken;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What one event of Event Grid's schema has at its top level. */
final class EventGridFields {
    private final Set<EventGridProperty> seen = EnumSet.noneOf(EventGridProperty.class);
    private final Map<EventGridProperty, String> values = new EnumMap<>(EventGridProperty.class);
    private final Map<EventGridProperty, Span> replaced = new EnumMap<>(EventGridProperty.class);

    /** Bytes of the document, up to {@code to}. */
    record Span(int from, int to) {}

    /** Reads from the event's {@code START_OBJECT} to its {@code END_OBJECT}. */
    static EventGridFields read(JsonCursor json) {
        EventGridFields fields = new EventGridFields();
        while (json.next() != JsonToken.END_OBJECT) {
            EventGridProperty property = EventGridProperty.named(json.name());
            if (!fields.seen.add(property)) {
                throw Invalid.duplicate(property.wireName());
            }
            fields.readValue(property, json);
        }
        return fields;
    }

    private void readValue(EventGridProperty property, JsonCursor json) {
        JsonToken value = json.next();
        if (property == EventGridProperty.DATA) {
            json.skip();
        } else if (value == JsonToken.VALUE_STRING) {
            int from = property == EventGridProperty.TOPIC ? json.start() : 0;
            values.put(property, json.text());
            if (property == EventGridProperty.TOPIC) {
                replaced.put(property, new Span(from, json.end()));
            }
        } else if (value == JsonToken.VALUE_NULL) {
            int from = json.start();
            replaced.put(property, new Span(from, json.end()));
        } else {
            throw Invalid.json(Invalid.value(property.wireName(), Invalid.tokenName(value), "String"));
        }
    }

    boolean has(EventGridProperty property) {
        return values.containsKey(property);
    }

    /** The value, {@code ""} when it is missing or null. */
    String get(EventGridProperty property) {
        return values.getOrDefault(property, "");
    }

    /** Where the document has the value that another may take the place of: {@code null}, or a topic's. */
    Optional<Span> replaced(EventGridProperty property) {
        return Optional.ofNullable(replaced.get(property));
    }

    boolean isEmpty() {
        return seen.isEmpty();
    }

    EventAttributes attributes(String topic) {
        return new EventAttributes(
                get(EventGridProperty.ID),
                topic,
                get(EventGridProperty.EVENT_TYPE),
                get(EventGridProperty.SUBJECT),
                get(EventGridProperty.EVENT_TIME),
                get(EventGridProperty.DATA_VERSION));
    }
}
