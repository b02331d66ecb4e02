package io.gridhook.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** {@link BenchReceiver}, in a process of its own, so that its pauses are not the publisher's. */
final class ReceiverProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;

    private ReceiverProcess(Process process) throws IOException {
        this.process = process;
        lines = process.inputReader();
        url = line();
    }

    /** Starts it and waits until it listens. */
    static ReceiverProcess start() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BenchReceiver.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return new ReceiverProcess(process);
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Of a path that starts with a slash and the kind of answer. */
    String url(String path) {
        return url + path;
    }

    /** When each event came first that came since the last call, in nanoseconds since 1970. */
    Map<String, Long> receipts() throws IOException {
        // Read while it answers: a pipe holds little.
        CompletableFuture<?> answer = client.sendAsync(post("/receipts"), HttpResponse.BodyHandlers.discarding());
        Map<String, Long> receipts = new HashMap<>();
        for (String line = line(); !line.equals("."); line = line()) {
            String[] parts = line.split(" ", 2);
            receipts.merge(parts[0], Long.parseLong(parts[1]), Math::min);
        }
        answer.join();
        return receipts;
    }

    /** Answers all that hang. */
    void release() throws IOException, InterruptedException {
        client.send(post("/release"), HttpResponse.BodyHandlers.discarding());
    }

    private HttpRequest post(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
    }

    private String line() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new IOException("the receiver ended");
        }
        return line;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
