package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.local.Azurite;
import io.gridhook.local.Poll;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The app as the worker loads it, in a process whose environment has the settings (functions-runtime §0b, "a failed start"). */
class WorkerStartIT {
    private static final String STORAGE = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
            + "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;"
            + "BlobEndpoint=http://127.0.0.1:%d/devstoreaccount1;QueueEndpoint=http://127.0.0.1:%d/devstoreaccount1;"
            + "TableEndpoint=http://127.0.0.1:%d/devstoreaccount1;";
    private static final String REFERENCE = "@Microsoft.KeyVault(SecretUri=https://v.vault.azure.net/secrets/s)";
    private static final String UNRESOLVED =
            ": a Key Vault reference that was not resolved (expected: the app's identity may read it)";

    private final Map<String, WorkerCall> functions = WorkerCall.all(WorkerCall.classes());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    /** A process that has loaded the app. */
    private static final class Worker implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;
        private final BufferedWriter in;

        Worker(Map<String, String> settings, Path log) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    WorkerProbe.class.getName()));
            WorkerCall.classes().forEach(each -> command.add(each.getName()));
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
            builder.environment().keySet().removeIf(name -> name.matches("(AzureWebJobs|GRIDHOOK_).*"));
            builder.environment().putAll(settings);
            process = builder.start();
            out = process.inputReader(StandardCharsets.UTF_8);
            in = process.outputWriter(StandardCharsets.UTF_8);
        }

        String line() throws IOException {
            return String.valueOf(out.readLine());
        }

        /** What a function does. */
        String call(String function) {
            try {
                in.write(function + "\n");
                in.flush();
                String line = line();
                assertTrue(line.startsWith(function + " "), line);
                return line.substring(function.length() + 1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
            try {
                assertTrue(process.waitFor(20, TimeUnit.SECONDS), "it does not end");
                assertEquals(0, process.exitValue());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private static Map<String, String> settings(String... more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "AzureWebJobsStorage", STORAGE.formatted(1, 1, 1),
                "GRIDHOOK_MANAGEMENT_KEY", "a key of this test alone",
                "GRIDHOOK_ENCRYPTION_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    private static String reason(String health) throws IOException {
        assertTrue(health.startsWith("503 {"), health);
        JsonNode json = new ObjectMapper().readTree(health.substring("503 ".length()));
        return json.path("reason").asText();
    }

    private void assertLoudlyRefuses(Worker worker, String why) throws IOException {
        assertEquals("loaded " + functions.size() + " of " + functions.size(), worker.line());
        for (WorkerCall function : functions.values()) {
            String expected = function.isHttp() ? "503 " : "threw " + NotStartedException.class.getName();
            String outcome = worker.call(function.name());
            assertTrue(outcome.startsWith(expected), () -> function.name() + ": " + outcome);
        }
        String reason = reason(worker.call("Health"));
        assertTrue(reason.startsWith("the app has not started: " + why), reason);
    }

    private List<String> severe(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(each -> each.startsWith("ERROR gridhook: ")).toList();
        }
    }

    private static Stream<Arguments> lasting() {
        return Stream.of(
                Arguments.of(
                        settings("GRIDHOOK_ENCRYPTION_KEY", "c2hvcnQ="),
                        "wrong settings: GRIDHOOK_ENCRYPTION_KEY: 5 bytes (expected: base64 of 32 bytes)"),
                Arguments.of(
                        settings("AzureWebJobsStorage", "", "GRIDHOOK_MANAGEMENT_KEY", ""),
                        "wrong settings: AzureWebJobsStorage: missing (expected: "),
                Arguments.of(settings("GRIDHOOK_PROFIL", "edge"), "wrong settings: GRIDHOOK_PROFIL: no such setting"));
    }

    @ParameterizedTest
    @MethodSource("lasting")
    void a_wrong_setting_is_told_once_and_refuses_every_call(Map<String, String> settings, String why)
            throws IOException {
        Path log = directory.resolve("log");
        try (Worker worker = new Worker(settings, log)) {
            assertLoudlyRefuses(worker, why);
        }
        List<String> severe = severe(log);
        assertEquals(1, severe.size(), severe.toString());
        assertTrue(severe.get(0).startsWith("ERROR gridhook: The app has not started: " + why), severe.toString());
        assertFalse(Files.readString(log).contains("c2hvcnQ="), severe.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"AzureWebJobsStorage", "AzureWebJobsStorage__accountName", "GRIDHOOK_ENCRYPTION_KEY"})
    void a_key_vault_reference_that_is_left_is_told_as_what_it_is(String name) throws IOException {
        Path log = directory.resolve("log");
        try (Worker worker = new Worker(settings(name, REFERENCE), log)) {
            assertLoudlyRefuses(worker, "wrong settings: " + name + UNRESOLVED);
        }
        assertTrue(severe(log).get(0).contains(name + UNRESOLVED), severe(log).toString());
    }

    /**
     * As where containers start in any order, and under {@code func start} with local.settings.json: the app first, with nothing there, and
     * its storage later. The quick start's topic is there then.
     */
    @Test
    void storage_that_comes_later_starts_the_app() throws Exception {
        Azurite.Ports ports = freePorts();
        String storage = STORAGE.formatted(ports.blob(), ports.queue(), ports.table());
        Path log = directory.resolve("log");
        Map<String, String> settings = localSettings();
        settings.put("AzureWebJobsStorage", storage);
        try (Worker worker = new Worker(settings, log)) {
            assertLoudlyRefuses(
                    worker, "storage does not answer, or refuses (queue deliveries: create: ConnectException)");
            try (Azurite azurite = Azurite.start(Azurite.install(Path.of(""), line -> {}), Optional.empty(), ports)) {
                assertEquals(ports, azurite.ports());
                Poll.until("the app starts", () -> worker.call("Health").equals("200 {\"status\":\"healthy\"}"));
                assertTrue(worker.call("Publish").startsWith("405 "));
                assertTrue(worker.call("Topics").startsWith("401 "));
                assertEquals("done", worker.call("Sweep"));
                try (App app = new App(settings, UnaryOperator.identity())) {
                    assertEquals("default", app.topics().get("default").name());
                }
            }
        }
        assertTrue(Files.readString(log).contains("INFO gridhook: The app has started."), Files.readString(log));
    }

    /** As {@code func start} makes them the environment. */
    private static Map<String, String> localSettings() throws IOException {
        Map<String, String> settings = new HashMap<>();
        new ObjectMapper()
                .readTree(Path.of("local.settings.json").toFile())
                .path("Values")
                .properties()
                .forEach(each -> settings.put(each.getKey(), each.getValue().asText()));
        return settings;
    }

    private static Azurite.Ports freePorts() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket blob = new ServerSocket(0, 1, here);
                ServerSocket queue = new ServerSocket(0, 1, here);
                ServerSocket table = new ServerSocket(0, 1, here)) {
            return new Azurite.Ports(blob.getLocalPort(), queue.getLocalPort(), table.getLocalPort());
        }
    }
}
