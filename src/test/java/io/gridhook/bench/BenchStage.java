package io.gridhook.bench;

import io.gridhook.client.Calls;
import io.gridhook.local.Azurite;
import io.gridhook.local.HostProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What every benchmark runs on: Azurite in memory, the local host and the receiver, each a process of its own. */
final class BenchStage implements AutoCloseable {
    private static final List<String> HOST_OPTIONS = List.of("-Xmx1g");
    private static final Duration PUBLISH_MAX = Duration.ofSeconds(60);

    private final Azurite azurite;
    private final HostProcess host;
    private final ReceiverProcess receiver;
    private final BenchQueues queues;
    private final Calls calls;
    private final URI url;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private BenchStage(Azurite azurite, HostProcess host, ReceiverProcess receiver) throws Exception {
        this.azurite = azurite;
        this.host = host;
        this.receiver = receiver;
        queues = new BenchQueues(azurite.connectionString());
        calls = host.calls();
        url = host.http();
    }

    /** Starts all; their files go below {@code directory}. */
    static BenchStage start(Path directory) throws Exception {
        Azurite azurite =
                Azurite.start(Azurite.install(Path.of(""), System.out::println), Optional.empty(), Azurite.Ports.FREE);
        Map<String, String> settings = Map.of("AzureWebJobsStorage", azurite.connectionString());
        HostProcess host = HostProcess.start(directory.resolve("data"), HOST_OPTIONS, settings);
        return new BenchStage(azurite, host, ReceiverProcess.start());
    }

    Calls calls() {
        return calls;
    }

    ReceiverProcess receiver() {
        return receiver;
    }

    /** Fails, with what it printed last, if the host ended. */
    void expectAlive() {
        if (!host.isAlive()) {
            throw new IllegalStateException("the host ended: " + host.lines());
        }
    }

    /** Sends a publish; whether it was answered 200. */
    CompletableFuture<Boolean> publish(String topic, String key, String events) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/topics/" + topic + "/api/events"))
                .POST(HttpRequest.BodyPublishers.ofString(events))
                .header("Content-Type", Calls.JSON)
                .header("aeg-sas-key", key)
                .timeout(PUBLISH_MAX)
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .handle((response, failure) -> failure == null && response.statusCode() == 200);
    }

    /** Messages that wait, hidden ones included: Azurite's every call takes longer with each of them. */
    long waiting() {
        return queues.waiting();
    }

    /** Forgets all pending work and every endpoint's health, so that the next load finds what the first found. */
    void clear() {
        queues.clear();
    }

    @Override
    public void close() {
        receiver.close();
        host.close();
        azurite.close();
    }
}
