package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Issue 5, point 6, end to end: the commands of {@code migrate.md}, as they are printed there, but for {@code az}, whose output is here.
 * What is published afterwards arrives.
 */
class ImportIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path PAGE = Path.of("src/site/markdown/migrate.md");
    private static final Path EXPORTS = Path.of("src/test/resources/migrate");
    private static final long COMMAND_SECONDS_MAX = 60;

    @SuppressWarnings("NullAway.Init")
    private static TestHost host;

    @SuppressWarnings("NullAway.Init")
    private static Calls calls;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final Receiver receiver = new Receiver();

    @BeforeAll
    static void start(@TempDir Path project) {
        host = TestHost.start(project, Map.of());
        calls = host.calls();
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    /** As {@code az … show} has them, which shows URLs and secret headers. */
    @Test
    void what_az_lists_is_imported_and_delivered_to() throws Exception {
        Files.copy(EXPORTS.resolve("forms/az-topics.json"), directory.resolve("topics.json"));
        Files.writeString(
                directory.resolve("subscriptions.json"),
                Files.readString(EXPORTS.resolve("az-event-subscriptions.json"))
                        .replaceFirst(
                                "\"endpointUrl\": null", "\"endpointUrl\": \"" + receiver.url("/az?code=1") + "\"")
                        .replace("\"Hidden\"", "\"shown\""));
        List<JsonNode> answers = run("event-subscription list");
        assertEquals(List.of("created", "notSupported"), outcomes(answers.get(0)));
        assertEquals("true", answers.get(1).path("dryRun").asText());
        assertEquals(List.of("created", "notSupported", "notSupported"), outcomes(answers.get(1)));
        assertEquals(List.of("created", "notSupported", "notSupported"), outcomes(answers.get(2)));
        calls.publish("orders", calls.key("orders"), "[" + event("1", "red") + "," + event("2", "green") + "]");
        Receiver.Received received = receiver.await(1).get(0);
        assertEquals("/az?code=1", received.path());
        assertEquals("shown", received.header("x-key"));
        assertEquals(Set.of("1"), receiver.ids());
    }

    @Test
    void an_exported_template_is_imported_and_delivered_to() throws Exception {
        Files.writeString(
                directory.resolve("template.json"),
                Files.readString(EXPORTS.resolve("forms/group-export.json"))
                        .replace("\"defaultValue\": \"orders\"", "\"defaultValue\": \"exported\""));
        List<JsonNode> answers = run("group export");
        assertEquals(
                List.of("created", "incomplete", "created", "notSupported", "notSupported"), outcomes(answers.get(0)));
        calls.publish("exported", calls.key("exported"), "[" + event("3", "red") + "]");
        assertEquals("/template?code=2", receiver.await(1).get(0).path());
        assertEquals(Set.of("3"), receiver.ids());
    }

    private static String event(String id, String color) {
        return "{\"id\":\"" + id + "\",\"eventType\":\"Shop.Paid\",\"subject\":\"/orders/7\","
                + "\"eventTime\":\"2026-01-02T03:04:05Z\",\"dataVersion\":\"1\",\"data\":{\"n\":6,\"color\":\"" + color
                + "\"}}";
    }

    private static List<String> outcomes(JsonNode answer) {
        List<String> outcomes = new ArrayList<>();
        answer.path("definitions")
                .forEach(one -> outcomes.add(one.path("outcome").asText()));
        return outcomes;
    }

    /** The page's commands after the {@code az} command of that name, to the end of their block; what they print. */
    private List<JsonNode> run(String exported) throws IOException, InterruptedException {
        List<String> commands = Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.startsWith("az ") || !line.contains(exported))
                .takeWhile(line -> !line.startsWith("```"))
                .filter(line -> !line.startsWith("az "))
                .toList();
        List<JsonNode> answers = new ArrayList<>();
        for (String command : commands) {
            String printed = shell(command);
            if (!printed.isEmpty()) {
                answers.add(JSON.readTree(printed));
            }
        }
        return answers;
    }

    private String shell(String command) throws IOException, InterruptedException {
        Path printed = Files.createTempFile(directory, "printed", ".txt");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                .directory(directory.toFile())
                .redirectOutput(printed.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment()
                .putAll(Map.of(
                        "URL", host.http().toString(),
                        "KEY", TestHost.MANAGEMENT_KEY,
                        "BILLING_URL", receiver.url("/template?code=2")));
        Process process = builder.start();
        try {
            if (!process.waitFor(COMMAND_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new AssertionError(command + ": still running after " + COMMAND_SECONDS_MAX + " s");
            }
            assertEquals(0, process.exitValue(), command);
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(printed);
    }
}
