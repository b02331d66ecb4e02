package io.gridhook.local;

import com.microsoft.azure.functions.HttpResponseMessage;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes what functions return. */
final class ResponseWriter {
    /** The server's own to set. */
    private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding", "connection", "date");

    private ResponseWriter() {}

    /**
     * Writes a whole response. What a function answers has a type, also where it is empty: the host's formatter calls it text.
     *
     * @throws IllegalArgumentException if the status, a header or the body's type is not one that the host can send; nothing is written
     *     then
     */
    static void write(HttpExchange exchange, HttpResponseMessage response) throws IOException {
        int status = response.getStatusCode();
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("response status: " + status + " (expected: 200..599)");
        }
        if (!(response instanceof LocalHttpResponse local)) {
            throw new IllegalArgumentException(
                    "response type: " + response.getClass().getName() + " (expected: from createResponseBuilder)");
        }
        byte[] body = bytes(response.getBody());
        Headers headers = exchange.getResponseHeaders();
        local.headers().forEach((name, value) -> {
            if (!FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
                headers.set(name, value);
            }
        });
        if (!headers.containsKey("Content-Type")) {
            boolean isBinary = response.getBody() instanceof byte[];
            headers.set("Content-Type", isBinary ? "application/octet-stream" : "text/plain; charset=utf-8");
        }
        send(exchange, status, body);
    }

    static void writeEmpty(HttpExchange exchange, int status) throws IOException {
        send(exchange, status, new byte[0]);
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        boolean bodiless = status == 204 || status == 304;
        if (head && !bodiless) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
        }
        if (head || bodiless || body.length == 0) {
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static byte[] bytes(@Nullable Object body) {
        if (body == null) {
            return new byte[0];
        }
        if (body instanceof byte[] bytes) {
            return bytes;
        }
        if (body instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        throw new IllegalArgumentException(
                "response body: " + body.getClass().getName() + " (expected: String or byte[])");
    }
}
