package io.gridhook.core.trust;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/**
 * A shared access signature (behaviour §10): {@code r=…&e=…&s=…}, each value URL-encoded, in this order. Whoever has a topic's key makes
 * one for somebody who shall publish until the expiry and no longer. The clients differ in how they encode, so the text that was signed
 * is kept as it came.
 *
 * @param signed the raw text before {@code &s=}
 * @param path the path of the URL in {@code r}; its host and query are not looked at
 * @param expiry from when on the token is no longer valid
 * @param signature base64 of an HMAC-SHA256
 */
public record SasToken(String signed, String path, Instant expiry, String signature) {
    /** Behaviour §9.5: what the answer to a malformed token shows. */
    public static final String FORM = "r=UrlEncodedResource&e=UrlEncodedUtcExpiration&s=UrlEncodedSignature";

    /** Ours: more than any client writes; a URL has at most 2,048 characters. */
    static final int CHARS_MAX = 8_192;

    private static final int SIGNATURE_BYTES = 32;

    /**
     * Reads a token.
     *
     * @throws MalformedTokenException if it is none
     */
    public static SasToken parse(String text) {
        if (text.length() > CHARS_MAX) {
            throw new MalformedTokenException(
                    "token: " + text.length() + " characters (expected: at most " + CHARS_MAX + ")");
        }
        String[] parts = text.split("&", -1);
        if (parts.length != 3) {
            throw new MalformedTokenException("token: " + parts.length + " parts (expected: r, e and s)");
        }
        String path = path(value("r", parts[0]));
        Instant expiry = TokenExpiry.parse(value("e", parts[1]))
                .orElseThrow(() -> new MalformedTokenException(
                        "e: no date (expected: M/d/yyyy h:mm:ss AM or PM, or yyyy-MM-ddTHH:mm:ss, in UTC)"));
        return new SasToken(parts[0] + "&" + parts[1], path, expiry, signature(value("s", parts[2])));
    }

    /** Whether the token is for calls of {@code otherPath}; the host's routes do not look at letter case either. */
    public boolean names(String otherPath) {
        return path.equalsIgnoreCase(otherPath);
    }

    public boolean isExpired(Instant now) {
        return !now.isBefore(expiry);
    }

    private static String value(String name, String part) {
        if (!part.startsWith(name + "=")) {
            throw new MalformedTokenException(name + ": missing (expected: r, e and s, in this order)");
        }
        try {
            return URLDecoder.decode(part.substring(name.length() + 1), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new MalformedTokenException(
                    name + ": not URL-encoded (expected: % before two hexadecimal digits only)");
        }
    }

    private static String path(String resource) {
        try {
            URI url = new URI(resource);
            boolean isHttp = "https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme());
            if (isHttp && url.getRawAuthority() != null) {
                return url.getPath();
            }
        } catch (URISyntaxException e) {
            // As what is a URI, but not of this kind.
        }
        throw new MalformedTokenException("r: no URL (expected: the https URL to which events are published)");
    }

    private static String signature(String base64) {
        try {
            if (Base64.getDecoder().decode(base64).length == SIGNATURE_BYTES) {
                return base64;
            }
        } catch (IllegalArgumentException e) {
            // As what is base64, but of another length.
        }
        throw new MalformedTokenException("s: no signature (expected: base64 of " + SIGNATURE_BYTES + " bytes)");
    }

    /** A token publishes: it stays out of logs. */
    @Override
    public String toString() {
        return "SasToken[hidden]";
    }
}
