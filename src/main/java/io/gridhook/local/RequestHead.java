package io.gridhook.local;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Kestrel's limits for what comes before a body, as it answers them; the JDK's server lets more pass. */
final class RequestHead {
    /** KestrelServerLimits.MaxRequestLineSize, its line end included. */
    private static final int LINE_BYTES_MAX = 8 * 1024;

    /** KestrelServerLimits.MaxRequestHeadersTotalSize. */
    private static final int HEADER_BYTES_MAX = 32 * 1024;

    /** KestrelServerLimits.MaxRequestHeaderCount. */
    private static final int HEADERS_MAX = 100;

    /** A name, an IPv4 address or an IPv6 address in brackets, and a port; Kestrel also takes an empty one. */
    private static final Pattern HOST =
            Pattern.compile("(?:(?:[A-Za-z0-9!$&'()._~-]+|\\[[0-9A-Fa-f:.]+])(?::[0-9]+)?)?");

    private RequestHead() {}

    /** The status that refuses the request, if it is to be refused. */
    static OptionalInt refusal(HttpExchange exchange) {
        int line =
                (exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + exchange.getProtocol()).length()
                        + 2;
        if (line > LINE_BYTES_MAX) {
            return OptionalInt.of(414);
        }
        Headers headers = exchange.getRequestHeaders();
        if (count(headers) > HEADERS_MAX || bytes(headers) > HEADER_BYTES_MAX) {
            return OptionalInt.of(431);
        }
        List<String> hosts = headers.getOrDefault("Host", List.of());
        boolean isMissing = hosts.isEmpty() && !exchange.getProtocol().equals("HTTP/1.0");
        boolean isHost = hosts.size() <= 1
                && hosts.stream().allMatch(host -> HOST.matcher(host).matches());
        return isMissing || !isHost ? OptionalInt.of(400) : OptionalInt.empty();
    }

    private static long count(Headers headers) {
        return headers.values().stream().mapToLong(List::size).sum();
    }

    /** With the colon, a space and the line end of each. */
    private static long bytes(Headers headers) {
        long bytes = 0;
        for (Map.Entry<String, List<String>> each : headers.entrySet()) {
            for (String value : each.getValue()) {
                bytes += each.getKey().length() + value.length() + 4L;
            }
        }
        return bytes;
    }
}
