package io.gridhook.core.trust;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An endpoint's URL, taken apart no further than sending needs, so that path and query go out exactly as they were written
 * (behaviour §3.1), characters included that {@code java.net.URI} would refuse. The same reader serves when a subscription is saved and
 * when its events are sent, so that both see the same host.
 *
 * @param scheme {@code http} or {@code https}
 * @param host as written, an IPv6 address without its brackets
 * @param port 1 to 65,535, or -1 for the scheme's own
 * @param pathAndQuery what stands in the request line; at least {@code /}
 */
public record EndpointUrl(String scheme, String host, int port, String pathAndQuery) {
    /** RFC 3986 §3.1. */
    private static final Pattern SCHEME = Pattern.compile("[a-z][a-z0-9+.-]*");

    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
    private static final int PORT_MAX = 65_535;
    /** Ours: how much of a wrong part an error message repeats. */
    private static final int SHOWN_CHARS_MAX = 120;

    /**
     * Reads {@code http} and {@code https} URLs; a fragment is left off, as browsers do.
     *
     * @throws IllegalArgumentException naming what is wrong, without the path and the query, which may be secret
     */
    public static EndpointUrl parse(String url) {
        requirePrintable(url);
        int fragment = url.indexOf('#');
        String whole = fragment < 0 ? url : url.substring(0, fragment);
        int schemeEnd = whole.indexOf("://");
        String scheme = schemeEnd < 0 ? "" : whole.substring(0, schemeEnd).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw wrong(SCHEME.matcher(scheme).matches() ? "scheme " + scheme : "no scheme", "http:// or https://");
        }
        int authorityEnd = authorityEnd(whole, schemeEnd + 3);
        String authority = whole.substring(schemeEnd + 3, authorityEnd);
        if (authority.indexOf('@') >= 0) {
            throw wrong("user information before the host", "none");
        }
        String rest = whole.substring(authorityEnd);
        int hostEnd = hostEnd(authority);
        return new EndpointUrl(
                scheme,
                UrlHost.read(authority.substring(0, hostEnd)),
                hostEnd == authority.length() ? -1 : port(authority.substring(hostEnd + 1)),
                rest.startsWith("/") ? rest : "/" + rest);
    }

    private static void requirePrintable(String url) {
        for (int i = 0; i < url.length(); i++) {
            char c = url.charAt(i);
            if (c <= ' ' || c > '~') {
                throw wrong("character U+%04X at %d".formatted((int) c, i), "printable ASCII");
            }
        }
    }

    private static int authorityEnd(String url, int from) {
        int end = from;
        while (end < url.length() && url.charAt(end) != '/' && url.charAt(end) != '?') {
            end++;
        }
        return end;
    }

    private static int hostEnd(String authority) {
        int bracket = authority.startsWith("[") ? authority.indexOf(']') : -1;
        int colon = authority.indexOf(':', bracket + 1);
        return colon < 0 ? authority.length() : colon;
    }

    private static int port(String text) {
        if (!PORT.matcher(text).matches() || Integer.parseInt(text) > PORT_MAX) {
            throw wrong("port " + text, "1.." + PORT_MAX);
        }
        return Integer.parseInt(text);
    }

    /** The address that the host is whatever a name server says; empty if it is a name to be looked up. */
    Optional<IpAddress> address() {
        return UrlHost.address(host);
    }

    static IllegalArgumentException wrong(String what, String expected) {
        String shown = what.length() <= SHOWN_CHARS_MAX ? what : what.substring(0, SHOWN_CHARS_MAX) + "...";
        return new IllegalArgumentException("endpointUrl: " + shown + " (expected: " + expected + ")");
    }

    /** Path and query may be secret. */
    @Override
    public String toString() {
        return "EndpointUrl[" + scheme + "://" + host + (port < 0 ? "" : ":" + port) + "]";
    }
}
