package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.deploy.DeployFiles;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service {@code azurite} of compose.yaml as a process, on free ports of this machine. */
final class ComposedAzurite implements AutoCloseable {
    private static final Pattern LISTENS = Pattern.compile(
            "Azurite (Blob|Queue|Table) service is successfully listening at http://127\\.0\\.0\\.1:(\\d+)");
    private static final Map<String, String> PORTS = Map.of("Blob", "10000", "Queue", "10001", "Table", "10002");

    private final Process process;
    private final Map<String, String> bound = new TreeMap<>();

    private ComposedAzurite(Process process) {
        this.process = process;
    }

    static ComposedAzurite start(Path data, UnaryOperator<String> secrets) throws Exception {
        Path installation = Azurite.install(Path.of(""), line -> {});
        List<String> command = new ArrayList<>(List.of(
                "node",
                installation.resolve("node_modules/azurite/dist/src/azurite.js").toString()));
        List<String> composed = new ArrayList<>();
        DeployFiles.documents(DeployFiles.text("edge/compose.yaml"))
                .get(0)
                .at("/services/azurite/command")
                .forEach(word -> composed.add(word.asText()));
        composed.stream()
                .skip(1)
                .map(word -> word.replace("0.0.0.0", "127.0.0.1")
                        .replace("/data", Files.exists(data) ? data.toString() : create(data)))
                .forEach(command::add);
        command.addAll(List.of("--blobPort=0", "--queuePort=0", "--tablePort=0"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(DeployFiles.composeEnvironment("azurite", secrets));
        ComposedAzurite azurite = new ComposedAzurite(builder.start());
        azurite.awaitPorts();
        return azurite;
    }

    private static String create(Path data) {
        assertTrue(data.toFile().mkdirs());
        return data.toString();
    }

    private void awaitPorts() throws Exception {
        BufferedReader lines = process.inputReader();
        StringBuilder printed = new StringBuilder();
        while (bound.size() < PORTS.size()) {
            String line = lines.readLine();
            if (line == null) {
                throw new AssertionError("Azurite ended: " + printed);
            }
            printed.append(line).append('\n');
            Matcher matcher = LISTENS.matcher(line);
            if (matcher.find()) {
                bound.put(matcher.group(1), matcher.group(2));
            }
        }
    }

    /** A connection string with compose.yaml's ports, as it is here. */
    String onItsPorts(String connection) {
        String result = connection;
        for (Map.Entry<String, String> port : PORTS.entrySet()) {
            result = result.replace(":" + port.getValue() + "/", ":" + bound.get(port.getKey()) + "/");
        }
        return result;
    }

    /** As {@code docker compose stop} does; what it has in memory it writes down then. */
    @Override
    public void close() {
        process.toHandle().destroy();
        process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
