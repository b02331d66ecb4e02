package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a topic has as a resource of ARM (behaviour §13.2): kept and shown again, and of no effect here.
 *
 * @param location the region its author named; there is one place only, the function app's
 * @param tags at most {@link TopicResourceReader#TAGS_MAX}
 * @param identityType {@code identity.type}; what is called is called with the function app's identity in any case
 * @param userAssignedIdentities their ARM ids
 * @param dataResidencyBoundary {@code WithinGeopair} or {@code WithinRegion}
 */
public record TopicResource(
        Optional<String> location,
        Map<String, String> tags,
        Optional<String> identityType,
        List<String> userAssignedIdentities,
        Optional<String> dataResidencyBoundary) {
    /** Of a topic that was made in IoT Edge's form. */
    public static final TopicResource NONE =
            new TopicResource(Optional.empty(), Map.of(), Optional.empty(), List.of(), Optional.empty());

    public TopicResource {
        tags = Map.copyOf(tags);
        userAssignedIdentities = List.copyOf(userAssignedIdentities);
    }

    /** As ARM shows it: beside {@code properties}. */
    void write(ObjectNode json) {
        location.ifPresent(text -> json.put("location", text));
        if (!tags.isEmpty()) {
            json.set("tags", tagsJson());
        }
        identityType.ifPresent(type -> json.set("identity", identity(type)));
    }

    private ObjectNode tagsJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        tags.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(tag -> json.put(tag.getKey(), tag.getValue()));
        return json;
    }

    private ObjectNode identity(String type) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("type", type);
        if (!userAssignedIdentities.isEmpty()) {
            ObjectNode ids = json.putObject("userAssignedIdentities");
            userAssignedIdentities.forEach(ids::putObject);
        }
        return json;
    }
}
