package io.gridhook.core.event;

import com.fasterxml.jackson.core.JsonToken;
import java.util.ArrayList;
import java.util.List;

/** The frame around the events of one request: one object, or an array of them, and nothing after it. */
final class EventSequence {
    /** What a request may be. */
    enum Form {
        OBJECT,
        ARRAY,
        OBJECT_OR_ARRAY
    }

    /** Reads one event, from its {@code START_OBJECT} to its {@code END_OBJECT}. */
    interface ObjectReader {
        Event read(JsonCursor json);
    }

    private final EventSchema schema;
    private final ObjectReader reader;

    EventSequence(EventSchema schema, ObjectReader reader) {
        this.schema = schema;
        this.reader = reader;
    }

    List<Event> read(JsonText body, Form form) {
        try (JsonCursor json = JsonCursor.over(body)) {
            JsonToken first = json.next();
            List<Event> events;
            if (first == JsonToken.START_ARRAY && form != Form.OBJECT) {
                events = elements(json);
            } else if (first == JsonToken.START_OBJECT && form != Form.ARRAY) {
                events = List.of(bounded(json));
            } else {
                throw Invalid.token(
                        schema, form == Form.OBJECT ? JsonToken.START_OBJECT : JsonToken.START_ARRAY, first);
            }
            json.expectEnd();
            return events;
        }
    }

    private List<Event> elements(JsonCursor json) {
        List<Event> events = new ArrayList<>();
        while (json.next() != JsonToken.END_ARRAY) {
            if (events.size() == PublishRules.EVENTS_PER_REQUEST_MAX) {
                throw Invalid.tooLarge("events: more than " + PublishRules.EVENTS_PER_REQUEST_MAX
                        + " in one request (expected: at most " + PublishRules.EVENTS_PER_REQUEST_MAX + ")");
            }
            events.add(element(json, events.size()));
        }
        return events;
    }

    private Event element(JsonCursor json, int index) {
        try {
            if (json.token() != JsonToken.START_OBJECT) {
                throw Invalid.token(schema, JsonToken.START_OBJECT, json.token());
            }
            return bounded(json);
        } catch (InvalidEventException e) {
            InvalidEventException placed =
                    new InvalidEventException(e.kind(), e.getMessage() + " (event at index " + index + ")");
            placed.initCause(e);
            throw placed;
        }
    }

    private Event bounded(JsonCursor json) {
        int from = json.start();
        Event event = reader.read(json);
        int bytes = json.end() - from;
        if (bytes > PublishRules.EVENT_BYTES_MAX) {
            throw tooLarge(bytes);
        }
        return event;
    }

    static InvalidEventException tooLarge(int bytes) {
        return Invalid.tooLarge("event: " + bytes + " bytes (expected: at most " + PublishRules.EVENT_BYTES_MAX + ")");
    }
}
