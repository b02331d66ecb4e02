package io.gridhook.core.trust;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The host of a URL: a name, or an address in its one usual form. What one reader takes for a name and another for an address is refused:
 * a name that ends in a number is an address to every browser and C library (the URL Standard, "ends in a number").
 */
final class UrlHost {
    /** RFC 1035 §2.3.4; underscores, as the names of containers and services have them, are let through. */
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?");
    /** RFC 1035 §2.3.4, as text. */
    private static final int NAME_CHARS_MAX = 253;

    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0[xX][0-9A-Fa-f]*");
    private static final IpAddress LOOPBACK = IpAddress.v4(0x7F00_0001L);

    private UrlHost() {}

    /**
     * Checks a host as it stands in a URL.
     *
     * @return it, an IPv6 address without its brackets
     * @throws IllegalArgumentException naming it and what is expected
     */
    static String read(String host) {
        if (host.startsWith("[")) {
            return readBracketed(host);
        }
        if (host.isEmpty()) {
            throw EndpointUrl.wrong("no host", "a name or an address");
        }
        if (host.length() > NAME_CHARS_MAX) {
            throw wrong(host, "a name of 1.." + NAME_CHARS_MAX + " characters");
        }
        if (host.endsWith(".")) {
            throw wrong(host, "no dot at the end");
        }
        String[] labels = host.split("\\.", -1);
        for (String label : labels) {
            if (!LABEL.matcher(label).matches()) {
                throw wrong(host, "A-Z a-z 0-9 - in parts of 1..63 with dots between; xn--... for other letters");
            }
        }
        if (NUMBER.matcher(labels[labels.length - 1]).matches()
                && IpV4Text.parse(host).isEmpty()) {
            throw wrong(host, "an IPv4 address as four decimal numbers without leading zeros");
        }
        return host;
    }

    private static String readBracketed(String host) {
        String inner = host.endsWith("]") ? host.substring(1, host.length() - 1) : "";
        if (inner.indexOf(':') < 0 || IpAddress.parse(inner).isEmpty()) {
            throw wrong(host, "an IPv6 address in brackets, without a zone");
        }
        return inner;
    }

    /** The address that a host is whatever a name server says; {@code localhost} is the machine itself (RFC 6761 §6.3). */
    static Optional<IpAddress> address(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.endsWith(".localhost") ? Optional.of(LOOPBACK) : IpAddress.parse(host);
    }

    private static IllegalArgumentException wrong(String host, String expected) {
        return EndpointUrl.wrong("host " + host, expected);
    }
}
