package io.gridhook.bench;

import io.gridhook.client.Calls;
import io.gridhook.local.Azurite;
import io.gridhook.local.HostProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the throughput suite runs on: Azurite in memory, the local host, the ceiling and the receiver, each a process of its own. */
final class LoadStage implements AutoCloseable {
    private static final List<String> HOST_OPTIONS = List.of("-Xmx1g");
    private static final String KEY_HEADER = "aeg-sas-key: ";

    private final Azurite azurite;
    private final HostProcess host;
    private final SinkProcess sink;
    private final CeilingProcess ceiling;
    private final BenchQueues queues;
    private final Calls calls;
    private final URI url;

    private LoadStage(Azurite azurite, HostProcess host, SinkProcess sink, CeilingProcess ceiling) throws Exception {
        this.azurite = azurite;
        this.host = host;
        this.sink = sink;
        this.ceiling = ceiling;
        queues = new BenchQueues(azurite.connectionString());
        calls = host.calls();
        url = host.http();
    }

    /** Starts all; their files go below {@code directory}. */
    static LoadStage start(Path directory) throws Exception {
        Azurite azurite =
                Azurite.start(Azurite.install(Path.of(""), System.out::println), Optional.empty(), Azurite.Ports.FREE);
        // A line for each delivery would measure the console.
        Map<String, String> settings =
                Map.of("AzureWebJobsStorage", azurite.connectionString(), "GRIDHOOK_LOG_DELIVERIES", "failures");
        HostProcess host = HostProcess.start(directory.resolve("data"), HOST_OPTIONS, settings);
        SinkProcess sink = SinkProcess.start();
        LoadStage stage = new LoadStage(azurite, host, sink, CeilingProcess.start(sink.url(), HOST_OPTIONS));
        // Whoever stops the benchmark stops the host as well, which would go on.
        Runtime.getRuntime().addShutdownHook(new Thread(stage::close, "bench-stop"));
        return stage;
    }

    Calls calls() {
        return calls;
    }

    SinkProcess sink() {
        return sink;
    }

    BenchQueues queues() {
        return queues;
    }

    /** Publishes to a topic over so many connections. */
    Load load(String topic, int run, List<PublishBody> bodies, int connections) throws IOException {
        String key = KEY_HEADER + calls.key(topic) + "\r\n";
        return new Load(url.resolve("/topics/" + topic + "/api/events"), key, run, bodies, connections);
    }

    /** The same publishes to the ceiling. */
    Load ceilingLoad(Workload workload, int run, List<PublishBody> bodies, int connections) throws IOException {
        String headers = "x-posts: " + workload.posts() + "\r\n" + (workload.batch() > 1 ? "x-split: true\r\n" : "");
        return new Load(ceiling.url(), headers, run, bodies, connections);
    }

    /** What all used until now. */
    StageUse use() {
        expectAlive();
        ProcessUse hostUse = ProcessUse.of(host.pid());
        return new StageUse(
                hostUse.cpuSeconds(),
                ProcessUse.of(azurite.pid()).cpuSeconds(),
                ProcessUse.of(sink.pid()).cpuSeconds(),
                ProcessUse.of(ProcessHandle.current().pid()).cpuSeconds(),
                ProcessUse.ofMachine(),
                hostUse.residentBytes(),
                StorageCounts.read(calls.metrics()));
    }

    /** Fails, with what it printed last, if the host ended. */
    private void expectAlive() {
        if (!host.isAlive()) {
            throw new IllegalStateException("the host ended: " + host.lines());
        }
    }

    /** What the host printed last. */
    String hostLines() {
        return host.lines();
    }

    @Override
    public void close() {
        ceiling.close();
        sink.close();
        host.close();
        azurite.close();
    }
}
