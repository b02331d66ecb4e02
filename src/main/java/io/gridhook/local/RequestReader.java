package io.gridhook.local;

import com.microsoft.azure.functions.HttpMethod;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads requests into the form in which functions see them. */
final class RequestReader {
    /** ScriptConstants.DefaultMaxRequestBodySize: 100 MiB. */
    static final long BODY_BYTES_MAX = 104_857_600;

    /** Ours: a body over this, which no publish may have (DESIGN §4), is a large one. */
    private static final int LARGE_BODY_BYTES = 2 * 1024 * 1024;

    private final long bodyBytesMax;

    /** With a limit for bodies, in bytes. */
    RequestReader(long bodyBytesMax) {
        this.bodyBytesMax = bodyBytesMax;
    }

    /** Whether the announced body is over the limit; the host tells without reading it. */
    boolean isOverLimit(HttpExchange exchange) {
        return announcedLength(exchange.getRequestHeaders()) > bodyBytesMax;
    }

    static boolean isLarge(HttpExchange exchange) {
        return announcedLength(exchange.getRequestHeaders()) > LARGE_BODY_BYTES;
    }

    /** The request, whose body is within the limit. */
    LocalHttpRequest read(HttpExchange exchange, HttpMethod method, RequestPath path) throws IOException {
        Headers headers = exchange.getRequestHeaders();
        int length = (int) announcedLength(headers);
        String host = headers.getFirst("Host");
        URI uri = uri(exchange instanceof HttpsExchange ? "https" : "http", host, path.raw(), exchange);
        Optional<String> body = length == 0 ? Optional.empty() : Optional.of(text(exchange, length));
        Map<String, String> query = PercentText.query(exchange.getRequestURI().getRawQuery());
        return new LocalHttpRequest(uri, method, joined(headers), query, body);
    }

    /** A chunked body is not seen by a function at all: the real host asks for the announced length (functions-runtime §0.2). */
    private static long announcedLength(Headers headers) {
        String length = headers.getFirst("Content-Length");
        return length == null || headers.containsKey("Transfer-Encoding") ? 0 : Long.parseLong(length.trim());
    }

    private static String text(HttpExchange exchange, int length) throws IOException {
        byte[] bytes = exchange.getRequestBody().readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("request body: " + bytes.length + " bytes (expected: " + length + ")");
        }
        return BodyText.decode(bytes, exchange.getRequestHeaders().getFirst("Content-Type"));
    }

    private static Map<String, String> joined(Headers headers) {
        Map<String, String> joined = new HashMap<>();
        headers.forEach((name, values) -> joined.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
        return joined;
    }

    /**
     * The URL as the client wrote it, without dot segments; a Host header that no URL can have gives way to the address it came to.
     */
    private static URI uri(String scheme, @Nullable String host, String path, HttpExchange exchange) {
        URI sent = exchange.getRequestURI();
        String query = sent.getRawQuery() == null ? "" : "?" + sent.getRawQuery();
        try {
            URI uri = new URI(scheme + "://" + host + path + query);
            boolean isWhole = uri.getRawUserInfo() == null && path.equals(uri.getRawPath());
            if (host != null && uri.getHost() != null && isWhole) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // falls through to the address
        }
        return URI.create(scheme + "://localhost:" + exchange.getLocalAddress().getPort() + path + query);
    }
}
