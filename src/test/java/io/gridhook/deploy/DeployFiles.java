package io.gridhook.deploy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of {@code deploy}, read. */
public final class DeployFiles {
    private static final Path FOLDER = Path.of("deploy");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();
    /** {@code ${NAME}} and {@code ${NAME:?why}} and {@code ${NAME:-default}}. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::([-?])([^}]*))?}");

    private DeployFiles() {}

    /** A file's text. */
    public static String text(String file) {
        try {
            return Files.readString(FOLDER.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The documents of a YAML text. */
    public static List<JsonNode> documents(String yaml) {
        try (MappingIterator<JsonNode> documents =
                YAML.readerFor(JsonNode.class).readValues(yaml)) {
            List<JsonNode> all = new ArrayList<>();
            documents.forEachRemaining(all::add);
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All of Kubernetes' manifests, by their file's name. */
    public static Map<String, String> kubernetes() {
        Map<String, String> files = new TreeMap<>(Comparator.naturalOrder());
        try (var list = Files.list(FOLDER.resolve("kubernetes"))) {
            list.forEach(file -> files.put(file.getFileName().toString(), text("kubernetes/" + file.getFileName())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** The environment of a service of compose.yaml, with its variables as {@code value} has them. */
    public static Map<String, String> composeEnvironment(String service, UnaryOperator<String> value) {
        return environment(documents(text("edge/compose.yaml")).get(0).at("/services/" + service), value);
    }

    static Map<String, String> environment(JsonNode service, UnaryOperator<String> value) {
        Map<String, String> environment = new TreeMap<>();
        service.path("environment")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), filled(entry.getValue().asText(), value)));
        return environment;
    }

    /** A module's of deployment.json. */
    static Map<String, String> moduleEnvironment(JsonNode module, UnaryOperator<String> value) {
        Map<String, String> environment = new TreeMap<>();
        module.path("env")
                .properties()
                .forEach(entry -> environment.put(
                        entry.getKey(), filled(entry.getValue().path("value").asText(), value)));
        return environment;
    }

    /** As Compose and envsubst do it. */
    static String filled(String text, UnaryOperator<String> value) {
        return VARIABLE.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(
                        "-".equals(match.group(2)) ? match.group(3) : value.apply(match.group(1))));
    }
}
