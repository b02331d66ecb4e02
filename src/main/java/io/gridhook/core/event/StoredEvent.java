package io.gridhook.core.event;

import com.fasterxml.jackson.core.JsonToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks again into events that were checked when they were published. What cannot be read now is our own fault, not the publisher's. */
final class StoredEvent {
    /** One top-level member: its name, and the bytes from the name's quote to the value's end. */
    record Member(String name, JsonText json) {}

    /** In the order of {@link EventAttributes}. */
    private static final List<String> EVENT_GRID =
            List.of("id", "topic", "eventType", "subject", "eventTime", "dataVersion");

    private static final List<String> CLOUD_EVENT =
            List.of("id", "source", "type", "subject", "time", TraceContext.TRACEPARENT, TraceContext.TRACESTATE);

    private interface Visitor {
        void member(String name, JsonToken value, JsonCursor json);
    }

    private StoredEvent() {}

    static EventAttributes attributes(EventSchema schema, JsonText json) {
        return switch (schema) {
            case EVENT_GRID -> eventGrid(values(json, EVENT_GRID));
            case CLOUD_EVENT_V1_0 -> cloudEvent(values(json, CLOUD_EVENT));
            case CUSTOM ->
                throw new IllegalArgumentException(
                        "schema: CUSTOM (expected: EVENT_GRID or CLOUD_EVENT_V1_0; a custom event's attributes are not in it)");
        };
    }

    private static EventAttributes eventGrid(String[] found) {
        return new EventAttributes(found[0], found[1], found[2], found[3], found[4], found[5]);
    }

    private static EventAttributes cloudEvent(String[] found) {
        return new EventAttributes(
                found[0],
                found[1],
                found[2],
                found[3],
                found[4],
                "",
                found[5].isEmpty() ? Optional.empty() : TraceContext.of(found[5], found[6]));
    }

    private static String[] values(JsonText event, List<String> names) {
        String[] found = {"", "", "", "", "", "", ""};
        StoredJson json = new StoredJson();
        CharText content = new CharText();
        json.over(event);
        json.enterObject();
        while (json.nextMember()) {
            int slot = slot(names, json.name());
            if (slot >= 0 && json.kind() == EventValue.Kind.STRING) {
                json.read(content);
                found[slot] = content.toString();
            }
            json.skip();
        }
        json.expectEnd();
        return found;
    }

    private static int slot(List<String> names, CharSequence name) {
        for (int slot = 0; slot < names.size(); slot++) {
            if (names.get(slot).contentEquals(name)) {
                return slot;
            }
        }
        return -1;
    }

    /** The bytes of the event's {@code data}, if it has any. */
    static Optional<JsonText> data(JsonText json) {
        List<JsonText> found = new ArrayList<>(1);
        visit(json, (name, value, cursor) -> {
            if (name.equals("data")) {
                found.add(cursor.value());
            }
        });
        return found.stream().findFirst();
    }

    /** All members, in their order. */
    static List<Member> members(JsonText json) {
        List<Member> found = new ArrayList<>();
        try (JsonCursor cursor = JsonCursor.over(json)) {
            expectObject(cursor);
            while (cursor.next() != JsonToken.END_OBJECT) {
                int from = cursor.start();
                String name = cursor.name();
                cursor.next();
                cursor.skip();
                found.add(new Member(name, cursor.slice(from, cursor.end())));
            }
            return found;
        } catch (InvalidEventException e) {
            throw unreadable(e);
        }
    }

    private static void visit(JsonText json, Visitor visitor) {
        try (JsonCursor cursor = JsonCursor.over(json)) {
            expectObject(cursor);
            while (cursor.next() != JsonToken.END_OBJECT) {
                String name = cursor.name();
                visitor.member(name, cursor.next(), cursor);
                cursor.skip();
            }
            cursor.expectEnd();
        } catch (InvalidEventException e) {
            throw unreadable(e);
        }
    }

    private static void expectObject(JsonCursor cursor) {
        JsonToken first = cursor.next();
        if (first != JsonToken.START_OBJECT) {
            throw Invalid.json(Invalid.tokenName(first) + " where the event begins");
        }
    }

    private static IllegalArgumentException unreadable(InvalidEventException e) {
        return new IllegalArgumentException("json: " + e.getMessage() + " (expected: a published event)", e);
    }
}
