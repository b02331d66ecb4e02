package io.gridhook.core.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The body of an import: an export as it is, or one under {@code definitions} beside what it does not hold.
 *
 * @param definitions what {@code az eventgrid ... list} or {@code show} prints, an ARM list or an ARM template
 * @param endpointUrls whole URLs, by {@code topic/subscription} or the subscription's name alone, in lower case
 * @param secretHeaders values of secret headers by the same keys, then by the header's name in lower case
 * @param parameters values of a template's parameters
 */
public record ImportRequest(
        JsonNode definitions,
        Map<String, String> endpointUrls,
        Map<String, Map<String, String>> secretHeaders,
        Map<String, JsonNode> parameters) {
    private static final Set<String> FIELDS = Set.of("definitions", "endpointUrls", "secretHeaders", "parameters");

    public ImportRequest {
        endpointUrls = Map.copyOf(endpointUrls);
        secretHeaders = Map.copyOf(secretHeaders);
        parameters = Map.copyOf(parameters);
    }

    /**
     * Reads a body.
     *
     * @throws InvalidDefinitionException if it is none
     */
    public static ImportRequest read(JsonNode body) {
        if (!body.has("definitions")) {
            return new ImportRequest(container(body, "body"), Map.of(), Map.of(), Map.of());
        }
        body.fieldNames().forEachRemaining(name -> {
            if (!FIELDS.contains(name)) {
                throw new InvalidDefinitionException(Excerpt.of(name)
                        + ": unknown property (expected: definitions, endpointUrls, secretHeaders or parameters)");
            }
        });
        Map<String, Map<String, String>> headers = new LinkedHashMap<>();
        fields(body, "secretHeaders")
                .forEach((key, value) ->
                        headers.put(Exported.key(key), texts(object(value, "secretHeaders"), "secretHeaders")));
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        fields(body, "parameters")
                .forEach((name, value) ->
                        parameters.put(Exported.key(name), value.has("value") ? value.get("value") : value));
        return new ImportRequest(
                container(body.get("definitions"), "definitions"),
                texts(fields(body, "endpointUrls"), "endpointUrls"),
                headers,
                parameters);
    }

    private static JsonNode container(JsonNode json, String name) {
        if (!json.isContainerNode()) {
            throw new InvalidDefinitionException(
                    name + ": " + json.getNodeType() + " (expected: an array of definitions, or an ARM template)");
        }
        return json;
    }

    private static Map<String, JsonNode> fields(JsonNode body, String name) {
        JsonNode value = body.path(name);
        return value.isMissingNode() || value.isNull() ? Map.of() : object(value, name);
    }

    private static Map<String, JsonNode> object(JsonNode value, String name) {
        if (!(value instanceof ObjectNode object)) {
            throw new InvalidDefinitionException(name + ": not an object (expected: values by name)");
        }
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }

    /** Messages never repeat a value, which may be a secret. */
    private static Map<String, String> texts(Map<String, JsonNode> fields, String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        fields.forEach((key, value) -> {
            if (!value.isTextual()) {
                throw new InvalidDefinitionException(
                        name + "." + Excerpt.of(key) + ": not a string (expected: a string)");
            }
            texts.put(Exported.key(key), value.textValue());
        });
        return texts;
    }
}
