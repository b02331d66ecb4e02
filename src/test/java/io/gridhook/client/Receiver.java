package io.gridhook.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gridhook.local.TestHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** A webhook endpoint on a free port of this machine. It keeps what it gets and answers as it is told. */
public final class Receiver implements AutoCloseable {
    private static final Duration WAIT_MAX = Duration.ofSeconds(60);
    /** Connections that wait to be taken; with fewer a burst of deliveries has to knock twice, a second later. */
    private static final int BACKLOG = 1024;

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One request.
     *
     * @param headers by their names in lower case
     */
    public record Received(String path, Map<String, String> headers, String body) {
        public Received {
            headers = Map.copyOf(headers);
        }

        public String header(String name) {
            return headers.getOrDefault(name, "missing");
        }

        /** The ids of its events, be they one or an array. */
        public List<String> ids() {
            List<String> ids = new ArrayList<>();
            JsonNode json = json();
            Iterable<JsonNode> events = json.isArray() ? json : List.of(json);
            events.forEach(event -> ids.add(event.path("id").asText("none")));
            return ids;
        }

        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException e) {
                throw new AssertionError(body, e);
            }
        }
    }

    static {
        // Else the JDK's server cuts off all but 200 idle connections, also those that are being used again.
        TestHost.prepareServers();
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Received> requests = new ArrayList<>();
    private volatile ToIntFunction<Received> answer;

    /** Answers with the status that {@code answer} gives; it may take its time. */
    public Receiver(ToIntFunction<Received> answer) {
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

    /** Answers 200. */
    public Receiver() {
        this(request -> 200);
    }

    /** From now on. */
    public void answer(ToIntFunction<Received> newAnswer) {
        answer = newAnswer;
    }

    /** Of a path of it; the path starts with a slash. */
    public String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    public synchronized List<Received> requests() {
        return List.copyOf(requests);
    }

    /** Waits until there are so many requests. */
    public List<Received> await(int count) {
        return awaitUntil(all -> all.size() >= count, count + " requests");
    }

    /** Waits until each of these events was in a request. */
    public void awaitIds(Set<String> ids) {
        awaitUntil(all -> all.size() >= 1 && idsOf(all).containsAll(ids), ids.size() + " ids");
    }

    /** The ids of all events so far. */
    public Set<String> ids() {
        return idsOf(requests());
    }

    /** Waits for the first request that {@code wanted} takes. */
    public Received awaitFirst(Predicate<Received> wanted) {
        return awaitUntil(all -> all.stream().anyMatch(wanted), "one request of its kind").stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    private synchronized List<Received> awaitUntil(Predicate<List<Received>> enough, String wanted) {
        long deadline = System.nanoTime() + WAIT_MAX.toNanos();
        try {
            while (!enough.test(requests)) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError(wanted + " expected, but there were " + requests.size() + " requests with "
                            + idsOf(requests).size() + " ids");
                }
                wait(left / 1_000_000 + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        return List.copyOf(requests);
    }

    private static Set<String> idsOf(List<Received> all) {
        Set<String> ids = new HashSet<>();
        all.forEach(received -> ids.addAll(received.ids()));
        return ids;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new TreeMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
            Received received = new Received(
                    exchange.getRequestURI().toString(),
                    headers,
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            synchronized (this) {
                requests.add(received);
                notifyAll();
            }
            exchange.sendResponseHeaders(answer.applyAsInt(received), -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
