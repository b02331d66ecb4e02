package io.gridhook.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code openapi.json}, asked. In what the app answers, a property that is not in the document is as wrong as one that is missing. */
final class ApiDocument {
    static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    static final Path FILE = Path.of("src/main/resources/openapi.json");

    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private final JsonNode root;
    private final JsonNode strict;

    /**
     * One operation.
     *
     * @param path as the document spells it
     * @param method in upper case
     */
    record Operation(String path, String method, JsonNode json) {
        String id() {
            return json.path("operationId").asText();
        }

        @Override
        public String toString() {
            return id() + " (" + method + " " + path + ")";
        }
    }

    ApiDocument(JsonNode root) {
        this.root = root;
        this.strict = strict(root.path("components").deepCopy());
    }

    static ApiDocument read() {
        try {
            return new ApiDocument(JSON.readTree(Files.readString(FILE)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode root() {
        return root;
    }

    List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        root.path("paths").properties().forEach(path -> path.getValue().properties().stream()
                .filter(each -> METHODS.contains(each.getKey()))
                .forEach(each -> all.add(
                        new Operation(path.getKey(), each.getKey().toUpperCase(Locale.ROOT), each.getValue()))));
        return all;
    }

    /** The methods of each path. */
    Map<String, Set<String>> methods() {
        return operations().stream()
                .collect(Collectors.groupingBy(
                        Operation::path, Collectors.mapping(Operation::method, Collectors.toSet())));
    }

    /** What a reference points to, or the node itself. */
    JsonNode resolved(JsonNode json) {
        String reference = json.path("$ref").asText();
        return reference.isEmpty() ? json : root.at(reference.substring(1));
    }

    /** The answer of a status, if the document has one. */
    Optional<JsonNode> response(Operation operation, int status) {
        JsonNode response = operation.json().path("responses").path(Integer.toString(status));
        return response.isMissingNode() ? Optional.empty() : Optional.of(resolved(response));
    }

    /** What is wrong with an answer's body, by the schema of its media type. */
    List<String> problems(JsonNode schema, JsonNode body) {
        return problems(strict(schema.deepCopy()), strict, body);
    }

    /** What is wrong with a request's body, which may have more than the document says. */
    List<String> requestProblems(JsonNode schema, JsonNode body) {
        return problems(schema, root.path("components"), body);
    }

    private static List<String> problems(JsonNode schema, JsonNode components, JsonNode body) {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        whole.set("components", components);
        whole.putArray("allOf").add(schema);
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(whole).validate(body).stream()
                .map(ValidationMessage::getMessage)
                .sorted()
                .toList();
    }

    /** No further properties where the schema does not say so. */
    private static JsonNode strict(JsonNode schema) {
        if (schema instanceof ObjectNode object) {
            object.forEach(ApiDocument::strict);
            if (object.path("properties").isObject()
                    && "object".equals(object.path("type").asText())
                    && !object.has("additionalProperties")) {
                object.put("additionalProperties", false);
            }
        } else {
            schema.forEach(ApiDocument::strict);
        }
        return schema;
    }

    static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }
}
