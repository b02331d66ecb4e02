package io.gridhook.core.event;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Adds what Event Grid stamps on an event of its schema (behaviour §9.2): {@code topic}, {@code metadataVersion} and an absent
 * {@code dataVersion}. Every other byte stays as published. A property that was published as {@code null} gets its value in place.
 */
final class EventGridStamp {
    private static final int NULL_LENGTH = 4;

    private record Stamped(EventGridProperty property, String value, int at) {}

    private final String topicId;

    EventGridStamp(String topicId) {
        this.topicId = topicId;
    }

    /**
     * Stamps one event.
     *
     * @param event the event's bytes
     * @param from where they begin in the document that {@code fields} were read from
     */
    JsonText stamp(JsonText event, int from, EventGridFields fields) {
        List<Stamped> missing = new ArrayList<>(3);
        addMissing(missing, fields, EventGridProperty.TOPIC, topicId);
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
            int at = fields.nullAt(property);
            missing.add(new Stamped(property, value, at < 0 ? Integer.MAX_VALUE : at));
        }
    }

    private static JsonText splice(JsonText event, int from, List<Stamped> missing, boolean empty) {
        JsonOutput out = new JsonOutput(event.length() + 256);
        int copied = 0;
        int appendAt = event.length() - 1;
        boolean first = empty;
        for (Stamped stamped : missing) {
            if (stamped.at() == Integer.MAX_VALUE) {
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
                copied = at + NULL_LENGTH;
            }
        }
        return out.raw(event.slice(copied, event.length())).text();
    }
}
