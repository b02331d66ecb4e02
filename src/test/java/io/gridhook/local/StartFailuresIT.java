package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees when the real host cannot start: one sentence on the error stream, exit code 1, no stack trace anywhere. */
class StartFailuresIT {
    private static final String AZURITE = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;"
            + "AccountKey=bm90IGEga2V5;BlobEndpoint=http://127.0.0.1:%1$d/a;QueueEndpoint=http://127.0.0.1:%1$d/a;"
            + "TableEndpoint=http://127.0.0.1:%1$d/a;";
    private static final Path REPOSITORY = Path.of("").toAbsolutePath();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void a_port_in_use() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertEquals(
                    "Gridhook: port " + port + " is in use (choose another with --port)",
                    fails(REPOSITORY, Map.of("AzureWebJobsStorage", AZURITE.formatted(1)), "--port=" + port));
        }
    }

    /** Azurite is installed, but what runs it is gone. */
    @Test
    void no_node_on_the_path() throws Exception {
        Azurite.install(REPOSITORY, line -> {});
        assertEquals(
                "Gridhook: node: not found on the PATH (expected: Node.js 20 or later, for Azurite)",
                fails(REPOSITORY, Map.of("PATH", directory.toString())));
    }

    /** The first run of a fresh clone. */
    @Test
    void no_npm_on_the_path() throws Exception {
        Path clone = freshClone();
        assertEquals(
                "Gridhook: npm: not found on the PATH (expected: Node.js 20 or later, for Azurite)",
                fails(clone, Map.of("PATH", directory.toString())));
    }

    @Test
    void storage_that_does_not_answer() throws Exception {
        int closed = closedPort();
        String line = fails(REPOSITORY, Map.of("AzureWebJobsStorage", AZURITE.formatted(closed)));
        assertTrue(line.startsWith("Gridhook: storage does not answer ("), line);
        assertTrue(line.endsWith("); check AzureWebJobsStorage"), line);
        assertFalse(line.contains("bm90IGEga2V5"), line);
    }

    /** All of them at once, and no secret. */
    @Test
    void wrong_settings() throws Exception {
        String line = fails(
                REPOSITORY,
                Map.of(
                        "AzureWebJobsStorage",
                        AZURITE.formatted(1),
                        "GRIDHOOK_MANAGEMENT_KEY",
                        "short",
                        "GRIDHOOK_PROFILE",
                        "clowd",
                        "GRIDHOOK_DEADLETTER_DELAY",
                        "5"));
        assertTrue(line.startsWith("Gridhook: settings: "), line);
        assertTrue(line.contains("GRIDHOOK_MANAGEMENT_KEY: 5 characters"), line);
        assertTrue(line.contains("GRIDHOOK_PROFILE: clowd"), line);
        assertTrue(line.contains("GRIDHOOK_DEADLETTER_DELAY: 5"), line);
        assertFalse(line.contains("short"), line);
    }

    @Test
    void a_connection_string_that_is_none() throws Exception {
        String line = fails(REPOSITORY, Map.of("AzureWebJobsStorage", "AccountKey=c2VjcmV0"));
        assertTrue(line.startsWith("Gridhook: settings: wrong settings: AzureWebJobsStorage: "), line);
        assertFalse(line.contains("c2VjcmV0"), line);
    }

    private String fails(Path project, Map<String, String> settings, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                "--data=" + directory.resolve("data"),
                "--azurite-blob-port=0",
                "--azurite-queue-port=0",
                "--azurite-table-port=0"));
        all.addAll(arguments.length == 0 ? List.of("--port=0") : List.of(arguments));
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = HostProcess.command(
                        project,
                        System.getProperty("java.class.path"),
                        List.of("-XX:TieredStopAtLevel=1"),
                        settings,
                        all)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it still runs");
        } finally {
            process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(err);
        assertEquals(1, lines.size(), lines.toString());
        assertEquals(1, process.exitValue());
        assertFalse(Files.readString(out).contains("\tat "), Files.readString(out));
        return lines.get(0);
    }

    private Path freshClone() throws IOException {
        Path clone = Files.createDirectory(directory.resolve("clone"));
        for (String file : List.of("host.json", "local.settings.json")) {
            Files.copy(REPOSITORY.resolve(file), clone.resolve(file));
        }
        Path azurite = Path.of("src/main/azurite");
        Files.createDirectories(clone.resolve(azurite));
        for (String file : List.of("package.json", "package-lock.json", "supervised.js")) {
            Files.copy(
                    REPOSITORY.resolve(azurite).resolve(file),
                    clone.resolve(azurite).resolve(file));
        }
        return clone;
    }

    private static int closedPort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
