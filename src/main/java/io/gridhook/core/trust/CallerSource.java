package io.gridhook.core.trust;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a request came from, as far as that can be believed. Each proxy appends to {@code X-Forwarded-For} the address that called it, so
 * what stands before the last proxy's entry is the caller's own invention. Azure's front end is one proxy, and writes {@code ip:port}.
 */
public final class CallerSource {
    /** Ours: for all whose address is not told; they share one source. */
    public static final String UNKNOWN = "unknown";

    /** An IPv4 address, also as the end of an IPv6 one, with or without a port. */
    private static final Pattern IPV4 = Pattern.compile("(?:::ffff:)?(\\d{1,3}(?:\\.\\d{1,3}){3})(?::\\d{1,5})?");

    private static final Pattern IPV6 = Pattern.compile("\\[?([0-9a-fA-F:]{2,39})(?:]:\\d{1,5}|])?");
    private static final int GROUPS = 8;
    private static final int NETWORK_GROUPS = 4;

    private CallerSource() {}

    /**
     * The source of a request: an IPv4 address, or the /64 network of an IPv6 one, as that is what one subscriber of a network gets.
     *
     * @param forwardedFor the header as it came
     * @param proxies how many stand before the app, 0 or more; with none the header is the caller's and is not believed
     */
    public static String of(Optional<String> forwardedFor, int proxies) {
        if (proxies == 0 || forwardedFor.isEmpty()) {
            return UNKNOWN;
        }
        String[] entries = forwardedFor.get().split(",", -1);
        return address(entries[Math.max(0, entries.length - proxies)].strip());
    }

    private static String address(String entry) {
        var ipv4 = IPV4.matcher(entry);
        if (ipv4.matches()) {
            return ipv4.group(1);
        }
        var ipv6 = IPV6.matcher(entry);
        return ipv6.matches() ? network(ipv6.group(1)) : UNKNOWN;
    }

    private static String network(String ipv6) {
        String[] halves = ipv6.split("::", -1);
        String[] head = groups(halves[0]);
        String[] tail = halves.length > 1 ? groups(halves[1]) : new String[0];
        int written = head.length + tail.length;
        if (halves.length > 2 || (halves.length == 1 ? written != GROUPS : written >= GROUPS)) {
            return UNKNOWN;
        }
        StringBuilder network = new StringBuilder();
        for (int i = 0; i < NETWORK_GROUPS; i++) {
            int fromTail = i - (GROUPS - tail.length);
            String group = i < head.length ? head[i] : fromTail >= 0 ? tail[fromTail] : "0";
            if (group.isEmpty() || group.length() > 4) {
                return UNKNOWN;
            }
            network.append(Integer.toHexString(Integer.parseInt(group, 16))).append(':');
        }
        return network + ":/64";
    }

    private static String[] groups(String half) {
        return half.isEmpty() ? new String[0] : half.split(":", -1);
    }
}
