package io.gridhook.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What each format itself says of a document. Kubernetes: the models of its own Java client, which are made from its OpenAPI and refuse
 * unknown fields, missing ones and wrong types. The others: the schemas in {@code src/test/resources/deploy}.
 */
final class Schemas {
    private static final String MODELS = "io.kubernetes.client.openapi.models.";

    private Schemas() {}

    /** A manifest; {@code apiVersion} and {@code kind} say which schema is its. */
    static Optional<String> manifestProblem(JsonNode manifest) {
        String version = manifest.path("apiVersion").asText();
        String kind = manifest.path("kind").asText();
        if (version.startsWith("keda.sh/")) {
            return first(problems("keda.schema.json", manifest));
        }
        if (version.startsWith("kustomize.config.k8s.io/")) {
            return first(problems("kustomization.schema.json", manifest));
        }
        String group = version.substring(version.indexOf('/') + 1);
        String model = Character.toUpperCase(group.charAt(0)) + group.substring(1) + kind;
        try {
            Class.forName(MODELS + model)
                    .getMethod("validateJsonElement", JsonElement.class)
                    .invoke(null, JsonParser.parseString(manifest.toString()));
            return Optional.empty();
        } catch (InvocationTargetException e) {
            return Optional.of(String.valueOf(e.getCause().getMessage()));
        } catch (ReflectiveOperationException e) {
            return Optional.of(version + " " + kind + ": no such kind");
        }
    }

    /** What a schema of ours says of a document. */
    static List<String> problems(String schema, JsonNode document) {
        return schema(schema).validate(document).stream()
                .map(ValidationMessage::getMessage)
                .sorted()
                .toList();
    }

    private static Optional<String> first(List<String> problems) {
        return problems.stream().findFirst();
    }

    private static JsonSchema schema(String name) {
        try (InputStream in = Objects.requireNonNull(Schemas.class.getResourceAsStream("/deploy/" + name), name)) {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V201909)
                    .getSchema(
                            DeployFiles.json(new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
