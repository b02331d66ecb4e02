package io.gridhook.adapter.http;

import java.net.URISyntaxException;
import java.util.Locale;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.net.URIAuthority;

/**
 * An endpoint's URL, taken apart no further than sending needs, so that path and query go out exactly as they were written
 * (behaviour §3.1), characters included that {@code java.net.URI} would refuse.
 *
 * @param host scheme, host name and port
 * @param pathAndQuery what stands in the request line; at least {@code /}
 */
record EndpointUrl(HttpHost host, String pathAndQuery) {
    /**
     * Reads {@code http} and {@code https} URLs; a fragment is left off, as browsers do.
     *
     * @throws IllegalArgumentException naming what is wrong, without the path and the query, which may be secret
     */
    static EndpointUrl parse(String url) {
        requirePrintable(url);
        int fragment = url.indexOf('#');
        String whole = fragment < 0 ? url : url.substring(0, fragment);
        int schemeEnd = whole.indexOf("://");
        String scheme = schemeEnd < 0 ? "" : whole.substring(0, schemeEnd).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("endpointUrl: no known scheme (expected: http:// or https://)");
        }
        int authorityEnd = authorityEnd(whole, schemeEnd + 3);
        URIAuthority authority = authority(whole.substring(schemeEnd + 3, authorityEnd));
        String rest = whole.substring(authorityEnd);
        return new EndpointUrl(
                new HttpHost(scheme, authority.getHostName(), authority.getPort()),
                rest.startsWith("/") ? rest : "/" + rest);
    }

    private static void requirePrintable(String url) {
        for (int i = 0; i < url.length(); i++) {
            char c = url.charAt(i);
            if (c <= ' ' || c > '~') {
                throw new IllegalArgumentException(
                        "endpointUrl: character U+%04X at %d (expected: printable ASCII)".formatted((int) c, i));
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

    private static URIAuthority authority(String text) {
        if (text.contains("@")) {
            throw new IllegalArgumentException("endpointUrl: user information before the host (expected: none)");
        }
        try {
            URIAuthority authority = URIAuthority.create(text);
            if (authority == null || authority.getHostName().isEmpty() || authority.getPort() == 0) {
                throw new IllegalArgumentException("endpointUrl: " + text + " (expected: a host and a port 1..65535)");
            }
            return authority;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("endpointUrl: " + text + " (expected: host or host:port)", e);
        }
    }
}
