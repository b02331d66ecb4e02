package io.gridhook.local;

import io.gridhook.client.Calls;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The whole local host in this JVM, on free ports, HTTP and TLS, over an Azurite of its own that keeps its data in memory. Its settings
 * are the repository's, but for what a test sets.
 */
public final class TestHost implements AutoCloseable {
    /** As local.settings.json has it. */
    public static final String MANAGEMENT_KEY = "local-management-key";

    /** Held, as a logger that nobody holds forgets its level. One line for each attempt is too much here. */
    private static final Logger FUNCTION_LOG = Logger.getLogger("Function");

    /** So that leases are renewed while a test runs. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final Azurite azurite;
    private final Running running;
    private final Path project;

    private TestHost(Azurite azurite, Running running, Path project) {
        this.azurite = azurite;
        this.running = running;
        this.project = project;
    }

    /** The local host's settings of the JDK's web server, which reads them when this JVM makes its first one. */
    public static void prepareServers() {
        JdkServerProperties.apply();
    }

    /** Starts it with its files in {@code project}, an empty directory. */
    public static TestHost start(Path project, Map<String, String> settings) {
        prepareServers();
        FUNCTION_LOG.setLevel(Level.SEVERE);
        copy("host.json", project);
        copy("local.settings.json", project);
        Azurite azurite = Azurite.start(Azurite.install(Path.of(""), line -> {}), Optional.empty(), Azurite.Ports.FREE);
        try {
            return new TestHost(azurite, start(project, settings, azurite), project);
        } catch (RuntimeException e) {
            azurite.close();
            throw e;
        }
    }

    private static Running start(Path project, Map<String, String> settings, Azurite azurite) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("AzureWebJobsStorage", azurite.connectionString());
        LocalHostOptions defaults = LocalHostOptions.of(project);
        PrintStream silent = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        return new LocalHost(new GridhookApp(), project, environment, silent, silent)
                .start(new LocalHostOptions(0, OptionalInt.of(0), LEASE, project, defaults.data(), Azurite.Ports.FREE));
    }

    private static void copy(String file, Path to) {
        try {
            Files.copy(Path.of(file), to.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public URI http() {
        return URI.create("http://localhost:" + running.port());
    }

    public URI https() {
        return URI.create("https://localhost:" + running.httpsPort().orElseThrow());
    }

    /** What clients are to trust. */
    public Path certificate() {
        return project.resolve(".gridhook").resolve("tls").resolve("localhost.pem");
    }

    /** Of its storage. */
    public String connectionString() {
        return azurite.connectionString();
    }

    public Calls calls() {
        return new Calls(http(), MANAGEMENT_KEY);
    }

    /** Ends its storage, and nothing else. */
    public void stopStorage() {
        azurite.close();
    }

    @Override
    public void close() {
        running.close();
        azurite.close();
    }
}
