package io.gridhook.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gridhook.local.TestHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A webhook endpoint on a free port of this machine, under every path. An answer that takes its time holds no thread. */
public final class WebhookServer implements AutoCloseable {
    /** Connections that wait to be taken; with fewer a burst of deliveries has to knock twice, a second later. */
    private static final int BACKLOG = 1024;

    static {
        // Else the JDK's server cuts off all but 200 idle connections, also those that are being used again.
        TestHost.prepareServers();
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Function<Receiver.Received, CompletionStage<Integer>> answer;

    /** Answers with the status that {@code answer} comes to; a failure closes the connection instead. */
    public WebhookServer(Function<Receiver.Received, CompletionStage<Integer>> answer) {
        this.answer = answer;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Of a path of it; the path starts with a slash. */
    public String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private void handle(HttpExchange exchange) throws IOException {
        answer.apply(received(exchange)).whenComplete((status, failure) -> {
            if (failure == null) {
                send(exchange, status);
            }
            exchange.close();
        });
    }

    private static Receiver.Received received(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
        return new Receiver.Received(
                exchange.getRequestURI().toString(),
                headers,
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    }

    /** Whoever asked may be gone by now. */
    private static void send(HttpExchange exchange, int status) {
        try {
            exchange.sendResponseHeaders(status, -1);
        } catch (IOException e) {
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
