package io.gridhook.ctl;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Answers as it is told, and keeps what it was asked. */
final class StubServer implements AutoCloseable {
    /** One request; {@code key} and {@code token} are what it brought, or {@code ""}. */
    record Asked(String line, String key, String token, String body) {}

    private record Said(int status, String body) {}

    private final HttpServer server;
    private final Map<String, Deque<Said>> answers = new ConcurrentHashMap<>();
    private final List<Asked> asked = new ArrayList<>();

    StubServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The next answer to {@code GET /path}, with its query if it has one; the last one is kept. */
    StubServer says(String line, int status, String body) {
        answers.computeIfAbsent(line, any -> new ArrayDeque<>()).add(new Said(status, body.replace('\'', '"')));
        return this;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            byte[] body = exchange.getRequestBody().readAllBytes();
            synchronized (asked) {
                asked.add(new Asked(
                        line,
                        header(exchange, "aeg-sas-key"),
                        header(exchange, "Authorization"),
                        new String(body, StandardCharsets.UTF_8)));
            }
            Deque<Said> said = answers.getOrDefault(line, new ArrayDeque<>());
            Said next = said.size() > 1 ? said.remove() : said.isEmpty() ? new Said(404, "{}") : said.peek();
            byte[] text = next.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            exchange.sendResponseHeaders(next.status(), text.length == 0 ? -1 : text.length);
            exchange.getResponseBody().write(text);
        }
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    List<Asked> asked() {
        synchronized (asked) {
            return List.copyOf(asked);
        }
    }

    List<String> lines() {
        return asked().stream().map(Asked::line).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
