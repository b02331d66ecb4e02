package io.gridhook.core.event;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Adds what Event Grid stamps on an event of its schema (behaviour §9.2): {@code topic}, {@code metadataVersion} and an absent
 * {@code dataVersion}. Every other byte stays as published. A property that was published as {@code null} gets its value in place, and so
 * does a domain's {@code topic} that is a name alone.
 */
final class EventGridStamp {
    private static final EventGridFields.Span NOWHERE = new EventGridFields.Span(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private record Stamped(EventGridProperty property, String value, EventGridFields.Span place) {
        int at() {
            return place.from();
        }
    }

    /**
     * Stamps one event.
     *
     * @param event the event's bytes
     * @param from where they begin in the document that {@code fields} were read from
     * @param topicId what it has as {@code topic} then
     */
    JsonText stamp(JsonText event, int from, EventGridFields fields, String topicId) {
        List<Stamped> missing = new ArrayList<>(3);
        if (!fields.get(EventGridProperty.TOPIC).equals(topicId)) {
            add(missing, fields, EventGridProperty.TOPIC, topicId);
        }
        addMissing(missing, fields, EventGridProperty.DATA_VERSION, "");
        addMissing(missing, fields, EventGridProperty.METADATA_VERSION, "1");
        if (missing.isEmpty()) {
            return event;
        }
        missing.sort(Comparator.comparingInt(Stamped::at));
        return splice(event, from, missing, fields.isEmpty());
    }

    private static void addMissing(
            List<Stamped> missing, EventGridFields fields, EventGridProperty property, String value) {
        if (!fields.has(property)) {
            add(missing, fields, property, value);
        }
    }

    private static void add(List<Stamped> missing, EventGridFields fields, EventGridProperty property, String value) {
        missing.add(new Stamped(property, value, fields.replaced(property).orElse(NOWHERE)));
    }

    private static JsonText splice(JsonText event, int from, List<Stamped> missing, boolean empty) {
        JsonOutput out = new JsonOutput(event.length() + 256);
        int copied = 0;
        int appendAt = event.length() - 1;
        boolean first = empty;
        for (Stamped stamped : missing) {
            if (stamped.place().equals(NOWHERE)) {
                out.raw(event.slice(copied, appendAt))
                        .raw(first ? "\"" : ",\"")
                        .raw(stamped.property().wireName())
                        .raw("\":")
                        .string(stamped.value());
                copied = appendAt;
                first = false;
            } else {
                int at = stamped.at() - from;
                out.raw(event.slice(copied, at)).string(stamped.value());
                copied = stamped.place().to() - from;
            }
        }
        return out.raw(event.slice(copied, event.length())).text();
    }
}
