package io.gridhook.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What the local host reads from host.json, with the real host's defaults and bounds (functions-runtime §2, §3).
 *
 * @param routePrefix what every HTTP route starts with, without slashes at its ends; may be empty
 * @param queues how queues are polled
 */
public record HostJson(String routePrefix, QueueSettings queues) {
    /** HttpOptions.RoutePrefix. */
    private static final String ROUTE_PREFIX_UNSET = "api";

    /**
     * Reads the file.
     *
     * @param processors how many processors the machine has; the default of {@code newBatchThreshold} depends on it
     * @throws LocalHostException if it is missing, no JSON, or a value is out of its range
     */
    public static HostJson read(Path file, int processors) {
        try {
            return parse(Files.readString(file), processors);
        } catch (NoSuchFileException e) {
            throw new LocalHostException("host.json: not found at " + file.toAbsolutePath(), e);
        } catch (IOException e) {
            throw new LocalHostException("host.json: cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /** Like {@link #read}, from the text. */
    public static HostJson parse(String json, int processors) {
        JsonNode root = tree(json);
        if (!root.path("version").asText().equals("2.0")) {
            throw new LocalHostException("host.json: version: " + root.path("version") + " (expected: \"2.0\")");
        }
        JsonNode extensions = root.path("extensions");
        return new HostJson(routePrefix(extensions.path("http")), queues(extensions.path("queues"), processors));
    }

    private static JsonNode tree(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new LocalHostException("host.json: not valid JSON (" + e.getOriginalMessage() + ")", e);
        }
    }

    private static String routePrefix(JsonNode http) {
        JsonNode prefix = http.path("routePrefix");
        if (prefix.isMissingNode()) {
            return ROUTE_PREFIX_UNSET;
        }
        if (!prefix.isTextual()) {
            throw new LocalHostException("host.json: extensions.http.routePrefix: " + prefix + " (expected: a string)");
        }
        return prefix.asText().replaceAll("^/+|/+$", "");
    }

    private static QueueSettings queues(JsonNode queues, int processors) {
        int batchSize = whole(queues, "batchSize", QueueSettings.BATCH_SIZE_UNSET);
        int threshold = QueueSettings.newBatchThresholdUnset(batchSize, processors);
        QueueSettings settings = new QueueSettings(
                batchSize,
                whole(queues, "newBatchThreshold", threshold),
                span(queues, "maxPollingInterval", QueueSettings.POLLING_INTERVAL_UNSET),
                span(queues, "visibilityTimeout", Duration.ZERO),
                whole(queues, "maxDequeueCount", QueueSettings.DEQUEUE_COUNT_UNSET));
        expectPlainMessages(queues.path("messageEncoding").asText("base64"));
        return settings;
    }

    /** The app puts plain text; a host that decodes Base64, as it does unless told otherwise, could read no message. */
    private static void expectPlainMessages(String encoding) {
        if (!encoding.equalsIgnoreCase("none")) {
            throw new LocalHostException(
                    "host.json: extensions.queues.messageEncoding: " + encoding + " (expected: none)");
        }
    }

    private static int whole(JsonNode parent, String name, int unset) {
        JsonNode value = parent.path(name);
        if (value.isMissingNode()) {
            return unset;
        }
        if (!value.isInt()) {
            throw new LocalHostException(
                    "host.json: extensions.queues." + name + ": " + value + " (expected: a whole number)");
        }
        return value.intValue();
    }

    private static Duration span(JsonNode parent, String name, Duration unset) {
        JsonNode value = parent.path(name);
        if (value.isMissingNode()) {
            return unset;
        }
        return TimeSpan.parse(value.asText())
                .orElseThrow(() -> new LocalHostException(
                        "host.json: extensions.queues." + name + ": " + value + " (expected: a time as 00:00:30)"));
    }
}
