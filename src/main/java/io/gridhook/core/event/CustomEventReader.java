package io.gridhook.core.event;

import com.fasterxml.jackson.core.JsonToken;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Reads events of the publisher's own schema, and finds Event Grid's fields in them by the topic's mapping (behaviour §11.3). */
final class CustomEventReader implements EventSequence.ObjectReader {
    private final PublishRules rules;
    private final InputSchemaMapping mapping;
    private final Set<String> sourceFields = new HashSet<>();

    CustomEventReader(PublishRules rules) {
        this.rules = rules;
        this.mapping = rules.mapping();
        sourceFields.add(mapping.id().sourceField());
        sourceFields.add(mapping.topic().sourceField());
        sourceFields.add(mapping.eventTime().sourceField());
        sourceFields.add(mapping.eventType().sourceField());
        sourceFields.add(mapping.subject().sourceField());
        sourceFields.add(mapping.dataVersion().sourceField());
        sourceFields.remove("");
    }

    @Override
    public Event read(JsonCursor json) {
        int from = json.start();
        Map<String, String> values = new HashMap<>();
        Set<String> seen = new HashSet<>();
        while (json.next() != JsonToken.END_OBJECT) {
            String name = json.name();
            if (!seen.add(name)) {
                throw Invalid.duplicate(name);
            }
            JsonToken value = json.next();
            if (sourceFields.contains(name) && value != JsonToken.VALUE_NULL) {
                values.put(name, scalar(name, value, json));
            }
            json.skip();
        }
        return new Event(EventSchema.CUSTOM, json.slice(from, json.end()), attributes(values));
    }

    private static String scalar(String name, JsonToken value, JsonCursor json) {
        if (!value.isScalarValue()) {
            throw Invalid.json(
                    Invalid.value(name, Invalid.tokenName(value), "String, Integer, Float or Boolean: it is mapped"));
        }
        return json.text();
    }

    private EventAttributes attributes(Map<String, String> values) {
        return new EventAttributes(
                filled(mapping.id(), values, rules.newId()),
                topic(values),
                eventType(values),
                needed("subject", mapping.subject(), values),
                eventTime(values),
                needed("dataVersion", mapping.dataVersion(), values));
    }

    private String topic(Map<String, String> values) {
        String field = mapping.topic().sourceField();
        return rules.domain()
                .map(domain -> domain.checked(field, filled(mapping.topic(), values, () -> "")))
                .orElseGet(() -> filled(mapping.topic(), values, rules::topicId));
    }

    /** Both other schemas require one that is not empty, and filters go by it. */
    private String eventType(Map<String, String> values) {
        InputSchemaMapping.Field field = mapping.eventType();
        String type = needed("eventType", field, values);
        if (type.isEmpty() && mapping.givesEventType()) {
            throw Invalid.json(
                    Invalid.value(field.sourceField(), "\"\"", "a value that is not empty: it is mapped to eventType"));
        }
        return type;
    }

    private String eventTime(Map<String, String> values) {
        String time = filled(mapping.eventTime(), values, () -> Timestamps.iso(rules.now()));
        if (rules.eventTimeChecked() && !DateTimeText.isIso8601(time)) {
            throw Invalid.json(Invalid.value(
                    mapping.eventTime().sourceField(), time, "an ISO-8601 date and time: it is mapped to eventTime"));
        }
        return time;
    }

    /** A field that Gridhook fills when the event does not. */
    private static String filled(InputSchemaMapping.Field field, Map<String, String> values, Supplier<String> ours) {
        String value = values.getOrDefault(field.sourceField(), field.defaultValue());
        return value.isEmpty() ? ours.get() : value;
    }

    /** A field that only the event or the mapping's default can fill; {@code ""} when the mapping does not speak of it. */
    private static String needed(String property, InputSchemaMapping.Field field, Map<String, String> values) {
        String value = values.get(field.sourceField());
        if (value != null) {
            return value;
        }
        if (!field.sourceField().isEmpty() && field.defaultValue().isEmpty()) {
            throw Invalid.json(
                    field.sourceField() + ": missing (expected: the value that the topic's inputSchemaMapping"
                            + " takes for " + property + ", which has no default)");
        }
        return field.defaultValue();
    }
}
