package io.gridhook.bench;

import com.azure.storage.queue.QueueClientBuilder;
import io.gridhook.local.Azurite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Has queue calls made by each transport of the Azure SDK, in a process each, which take turns; with the worker's JVM options. */
final class TransportBench {
    /** By what they are called in the report. The last three are on the class path of the profile {@code bench} alone. */
    static final Map<String, String> TRANSPORTS = transports();

    private static final String QUEUE = "transport";
    private static final long SECONDS_MAX = 120;

    private final Path directory;
    private final int rounds;
    private final Consumer<String> progress;

    TransportBench(Path directory, int rounds, Consumer<String> progress) {
        this.directory = directory;
        this.rounds = rounds;
        this.progress = progress;
    }

    private static Map<String, String> transports() {
        Map<String, String> transports = new LinkedHashMap<>();
        transports.put("JDK's client with four threads, as Gridhook has it", TransportProbe.GRIDHOOK);
        transports.put("JDK's client as it comes", "com.azure.core.http.jdk.httpclient.JdkHttpClientProvider");
        transports.put("OkHttp", "com.azure.core.http.okhttp.OkHttpAsyncClientProvider");
        transports.put("Netty, the SDK's default", "com.azure.core.http.netty.NettyAsyncHttpClientProvider");
        transports.put("Vert.x", "com.azure.core.http.vertx.VertxHttpClientProvider");
        return transports;
    }

    /** The runs of each. */
    Map<String, List<TransportRun>> run() throws Exception {
        Map<String, List<TransportRun>> runs = new LinkedHashMap<>();
        try (Azurite azurite =
                Azurite.start(Azurite.install(Path.of(""), progress), Optional.empty(), Azurite.Ports.FREE)) {
            new QueueClientBuilder()
                    .connectionString(azurite.connectionString())
                    .queueName(QUEUE)
                    .buildClient()
                    .create();
            for (int round = 0; round < rounds; round++) {
                for (Map.Entry<String, String> transport : TRANSPORTS.entrySet()) {
                    TransportRun run = probe(transport.getValue(), azurite.connectionString());
                    progress.accept(transport.getKey() + ": " + run.line());
                    runs.computeIfAbsent(transport.getKey(), key -> new ArrayList<>())
                            .add(run);
                }
            }
        }
        return runs;
    }

    private TransportRun probe(String transport, String connectionString) throws IOException, InterruptedException {
        Path log = directory.resolve("transport.log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ColdStartBench.WORKER_OPTIONS);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                TransportProbe.class.getName(),
                transport,
                connectionString,
                QUEUE,
                Long.toString(System.currentTimeMillis())));
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException(transport + " failed; see " + log);
        }
        return TransportRun.parse(text.strip().lines().reduce("", (before, line) -> line));
    }
}
