package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.event.InputSchemaMapping.Field;

/** The {@code properties} of {@code inputSchemaMapping} (behaviour §11.3): an object per envelope field, absent ones left out. */
final class InputSchemaMappingJson {
    private InputSchemaMappingJson() {}

    static ObjectNode write(InputSchemaMapping mapping) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        put(json, "id", mapping.id());
        put(json, "topic", mapping.topic());
        put(json, "eventTime", mapping.eventTime());
        put(json, "eventType", mapping.eventType());
        put(json, "subject", mapping.subject());
        put(json, "dataVersion", mapping.dataVersion());
        return json;
    }

    static InputSchemaMapping read(JsonNode json) {
        return new InputSchemaMapping(
                field(json.path("id")),
                field(json.path("topic")),
                field(json.path("eventTime")),
                field(json.path("eventType")),
                field(json.path("subject")),
                field(json.path("dataVersion")));
    }

    private static Field field(JsonNode json) {
        return new Field(
                json.path("sourceField").asText(""), json.path("defaultValue").asText(""));
    }

    private static void put(ObjectNode json, String name, Field field) {
        if (field.equals(Field.NONE)) {
            return;
        }
        ObjectNode properties = json.putObject(name);
        if (!field.sourceField().isEmpty()) {
            properties.put("sourceField", field.sourceField());
        }
        if (!field.defaultValue().isEmpty()) {
            properties.put("defaultValue", field.defaultValue());
        }
    }
}
