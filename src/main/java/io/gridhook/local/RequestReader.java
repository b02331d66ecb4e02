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
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Reads requests into the form in which functions see them. */
final class RequestReader {
    /** ScriptConstants.DefaultMaxRequestBodySize: 100 MiB. */
    static final long BODY_BYTES_MAX = 104_857_600;

    /** Ours: a body over this, which no publish may have (DESIGN §4), is a large one. */
    private static final int LARGE_BODY_BYTES = 2 * 1024 * 1024;

    /** Ours: large bodies read at a time, so that many of them do not fill the heap; the others wait. */
    private static final int LARGE_BODIES_AT_A_TIME = 1;

    private final long bodyBytesMax;
    private final Semaphore largeBodies = new Semaphore(LARGE_BODIES_AT_A_TIME, true);

    /** With a limit for bodies, in bytes. */
    RequestReader(long bodyBytesMax) {
        this.bodyBytesMax = bodyBytesMax;
    }

    /** The request, or empty if its body is over the limit; nothing of it is read then. */
    Optional<LocalHttpRequest> read(HttpExchange exchange, HttpMethod method) throws IOException {
        Headers headers = exchange.getRequestHeaders();
        long length = announcedLength(headers);
        if (length > bodyBytesMax) {
            return Optional.empty();
        }
        String host = headers.getFirst("Host");
        URI uri = uri(exchange instanceof HttpsExchange ? "https" : "http", host, exchange);
        Optional<String> body = length == 0 ? Optional.empty() : Optional.of(body(exchange, (int) length));
        Map<String, String> query = PercentText.query(exchange.getRequestURI().getRawQuery());
        return Optional.of(new LocalHttpRequest(uri, method, joined(headers), query, body));
    }

    /** A chunked body is not seen by a function at all: the real host asks for the announced length (functions-runtime §0.2). */
    private static long announcedLength(Headers headers) {
        String length = headers.getFirst("Content-Length");
        return length == null || headers.containsKey("Transfer-Encoding") ? 0 : Long.parseLong(length.trim());
    }

    private String body(HttpExchange exchange, int length) throws IOException {
        if (length <= LARGE_BODY_BYTES) {
            return text(exchange, length);
        }
        largeBodies.acquireUninterruptibly();
        try {
            return text(exchange, length);
        } finally {
            largeBodies.release();
        }
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
     * The URL as the client wrote it; a Host header that no URL can have gives way to the address it came to. So does one that would
     * reach into the path: {@code Host: a/b?} (Kestrel answers it with 400).
     */
    private static URI uri(String scheme, @Nullable String host, HttpExchange exchange) {
        URI sent = exchange.getRequestURI();
        String query = sent.getRawQuery() == null ? "" : "?" + sent.getRawQuery();
        String path = sent.getRawPath() == null ? "/" : sent.getRawPath();
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
