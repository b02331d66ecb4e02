package io.gridhook.functions;

import com.microsoft.azure.functions.HttpRequestMessage;
import java.net.URI;

/**
 * The URL that was called. The host hands over what the client sent, and the Java worker parses it only when it is asked for: then it
 * throws for one that {@link URI} does not know, such as {@code ?a=|}, which would be a 500.
 */
final class CalledUrl {
    private CalledUrl() {}

    /**
     * The request's URL.
     *
     * @throws UnreadableException if it is none
     */
    static URI of(HttpRequestMessage<?> request) {
        try {
            return request.getUri();
        } catch (IllegalArgumentException e) {
            throw new UnreadableException(e);
        }
    }

    /** Scheme and authority under which this app was called. */
    static String base(HttpRequestMessage<?> request) {
        URI called = of(request);
        return called.getScheme() + "://" + called.getRawAuthority();
    }

    /** A URL that is none: its sender's fault, answered with 400. The message does not repeat it, as a key may be in it. */
    static final class UnreadableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private UnreadableException(IllegalArgumentException cause) {
            super("URL: not valid (expected: characters that RFC 3986 knows, others percent-encoded)", cause);
        }

        /** Never absent. */
        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }
}
