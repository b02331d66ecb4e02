package io.gridhook.core.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * Brings a definition into ARM's shape (behaviour §13.2, §13.3). The {@code az} command flattens: what ARM has under {@code properties}
 * stands beside the discriminator there. What an export says of Azure alone is left out, and so is {@code null}, which says nothing.
 */
final class ArmShape {
    private static final Set<String> ENVELOPE = Set.of(
            "id",
            "name",
            "type",
            "resourceGroup",
            "systemData",
            "location",
            "tags",
            "sku",
            "identity",
            "kind",
            "extendedLocation",
            "etag");
    private static final Set<String> READ_ONLY =
            Set.of("topic", "provisioningState", "endpoint", "metricResourceId", "dataResidencyBoundary");

    private ArmShape() {}

    /** The properties of {@code definition}, whose own are left alone. */
    static ObjectNode properties(ObjectNode definition) {
        ObjectNode properties = definition.get("properties") instanceof ObjectNode nested
                ? withoutNulls(nested)
                : withoutNulls(definition).remove(ENVELOPE);
        properties.remove(READ_ONLY);
        if (properties.path("privateEndpointConnections").isEmpty()) {
            properties.remove("privateEndpointConnections");
        }
        destination(properties, "destination");
        destination(properties.path("deliveryWithResourceIdentity"), "destination");
        nest(properties, "deadLetterDestination", Set.of("endpointType"));
        nest(properties.path("deadLetterWithResourceIdentity"), "deadLetterDestination", Set.of("endpointType"));
        nest(properties, "inputSchemaMapping", Set.of("inputSchemaMappingType"));
        return properties;
    }

    private static void destination(JsonNode parent, String name) {
        nest(parent, name, Set.of("endpointType"));
        JsonNode mappings = parent.path(name).path("properties").path("deliveryAttributeMappings");
        for (int i = 0; i < mappings.size(); i++) {
            if (mappings instanceof ArrayNode array && array.get(i) instanceof ObjectNode mapping) {
                array.set(i, nested(mapping, Set.of("name", "type")));
            }
        }
    }

    private static void nest(JsonNode parent, String name, Set<String> outer) {
        if (parent instanceof ObjectNode object && object.get(name) instanceof ObjectNode value) {
            object.set(name, nested(value, outer));
        }
    }

    private static ObjectNode nested(ObjectNode flat, Set<String> outer) {
        if (flat.has("properties")) {
            return flat;
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        flat.properties().forEach(field -> (outer.contains(field.getKey()) ? json : properties)
                .set(field.getKey(), field.getValue()));
        json.set("properties", properties);
        return json;
    }

    private static ObjectNode withoutNulls(ObjectNode json) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            if (!field.getValue().isNull()) {
                copy.set(field.getKey(), copy(field.getValue()));
            }
        }
        return copy;
    }

    private static JsonNode copy(JsonNode value) {
        if (value instanceof ObjectNode object) {
            return withoutNulls(object);
        }
        if (value instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> copy.add(copy(element)));
            return copy;
        }
        return value;
    }
}
