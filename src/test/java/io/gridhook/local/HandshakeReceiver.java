package io.gridhook.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A webhook on a free port of this machine that takes events, and answers handshakes as it is told. */
final class HandshakeReceiver implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One request.
     *
     * @param eventType the header {@code aeg-event-type}
     */
    record Asked(String method, String eventType, Map<String, List<String>> headers, String body) {
        boolean isHandshake() {
            return method.equals("OPTIONS") || eventType.equals("SubscriptionValidation");
        }

        String header(String name) {
            return headers.getOrDefault(name, List.of("missing")).get(0);
        }

        JsonNode validation() {
            try {
                return JSON.readTree(body).path(0).path("data");
            } catch (IOException e) {
                throw new AssertionError(body, e);
            }
        }

        /** As Event Grid's receivers answer. */
        Reply echoed() {
            return new Reply(
                    200,
                    Map.of(),
                    "{\"validationResponse\":\""
                            + validation().path("validationCode").asText() + "\"}");
        }

        /** Where somebody may agree instead. */
        URI validationUrl() {
            return URI.create(
                    method.equals("OPTIONS")
                            ? header("Webhook-request-callback")
                            : validation().path("validationUrl").asText());
        }
    }

    record Reply(int status, Map<String, String> headers, String body) {
        static Reply of(int status) {
            return new Reply(status, Map.of(), "");
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile Function<Asked, Reply> handshake = asked -> Reply.of(200);
    final List<Asked> handshakes = new CopyOnWriteArrayList<>();
    final List<Asked> events = new CopyOnWriteArrayList<>();

    HandshakeReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook?code=x";
    }

    void answers(Function<Asked, Reply> newHandshake) {
        handshake = newHandshake;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Asked asked = new Asked(
                    exchange.getRequestMethod(),
                    String.valueOf(exchange.getRequestHeaders().getFirst("aeg-event-type")),
                    Map.copyOf(exchange.getRequestHeaders()),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            Reply reply = Reply.of(200);
            if (asked.isHandshake()) {
                handshakes.add(asked);
                reply = handshake.apply(asked);
            } else {
                events.add(asked);
            }
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
