package io.gridhook.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * App settings as the local host knows them: {@code Values} of local.settings.json under the process environment. A variable of the
 * environment wins, also an empty one.
 */
public final class LocalSettings {
    private final Map<String, String> values;

    private LocalSettings(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /**
     * Reads the file; a missing one has no values.
     *
     * @throws LocalHostException if it is not the JSON that Core Tools write
     */
    public static LocalSettings read(Path file, Map<String, String> environment) {
        try {
            return parse(Files.readString(file), environment);
        } catch (NoSuchFileException e) {
            return new LocalSettings(environment);
        } catch (IOException e) {
            throw new LocalHostException("local.settings.json: cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /** Like {@link #read}, from the text. */
    public static LocalSettings parse(String json, Map<String, String> environment) {
        JsonNode root = tree(json);
        if (root.path("IsEncrypted").asBoolean(false)) {
            throw new LocalHostException("local.settings.json: IsEncrypted: true (expected: false)");
        }
        Map<String, String> values = new LinkedHashMap<>();
        root.path("Values").properties().forEach(value -> {
            if (!value.getValue().isTextual()) {
                throw new LocalHostException(
                        "local.settings.json: Values." + value.getKey() + ": not a string (expected: a string)");
            }
            values.put(value.getKey(), value.getValue().asText());
        });
        values.putAll(environment);
        return new LocalSettings(values);
    }

    private static JsonNode tree(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            // The parser's own message could quote a secret.
            throw new LocalHostException(
                    "local.settings.json: not valid JSON at line "
                            + e.getLocation().getLineNr(),
                    e);
        }
    }

    public Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** By their names. */
    Map<String, String> all() {
        return values;
    }

    /** Whether any setting's name starts so. */
    boolean hasAny(String prefix) {
        return values.keySet().stream().anyMatch(name -> name.startsWith(prefix));
    }

    /** These settings with one more, which wins. */
    public LocalSettings with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new LocalSettings(more);
    }

    /**
     * What an annotation's text means: {@code %Name%} stands for that setting, all other text for itself.
     *
     * @throws LocalHostException if there is no such setting
     */
    public String resolve(String text) {
        if (text.length() < 3 || !text.startsWith("%") || !text.endsWith("%")) {
            return text;
        }
        String name = text.substring(1, text.length() - 1);
        return find(name).orElseThrow(() -> new LocalHostException("setting " + name + ": missing (" + text + ")"));
    }
}
