package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** What a topic has as a resource of ARM, as it is stored: in ARM's own form. An instance that does not know it loses it, and no event. */
final class TopicResourceJson {
    private TopicResourceJson() {}

    static Optional<JsonNode> write(TopicResource resource) {
        if (resource.equals(TopicResource.NONE)) {
            return Optional.empty();
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        resource.write(json);
        resource.dataResidencyBoundary().ifPresent(boundary -> json.put("dataResidencyBoundary", boundary));
        return Optional.of(json);
    }

    static TopicResource read(JsonNode json) {
        try {
            JsonFields fields = JsonFields.of(json, "");
            return TopicResourceReader.read(fields, fields);
        } catch (InvalidDefinitionException e) {
            throw new IllegalArgumentException("stored resource: " + e.getMessage(), e);
        }
    }
}
