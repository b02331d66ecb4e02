package io.gridhook.core.trust;

import java.util.List;
import java.util.Optional;

/**
 * The addresses at which no stranger's webhook is: IANA's special-purpose address registries for IPv4 and IPv6 (RFC 6890), with those
 * that the registries leave to others (multicast, formerly site-local, what was never given out). Ranges that are globally reachable but
 * serve a protocol are in it too.
 */
final class SpecialAddresses {
    /** Where instances ask for their identity and its tokens, and ours asks; a webhook is at none of these. */
    private static final List<Special> METADATA = List.of(
            special("169.254.169.254/32", "instance metadata (Azure, AWS, Google)"),
            special("168.63.129.16/32", "Azure's own services for its machines"),
            special("169.254.170.2/32", "instance metadata (AWS containers)"),
            special("169.254.170.23/32", "instance metadata (AWS Kubernetes)"),
            special("100.100.100.200/32", "instance metadata (Alibaba)"),
            special("192.0.0.192/32", "instance metadata (Oracle)"),
            special("fd00:ec2::254/128", "instance metadata (AWS)"),
            special("fd00:ec2::23/128", "instance metadata (AWS Kubernetes)"),
            special("fd20:ce::254/128", "instance metadata (Google)"),
            special("fe80::a9fe:a9fe/128", "instance metadata (OpenStack)"));

    /** The first that fits counts. */
    private static final List<Special> SPECIAL = List.of(
            special("0.0.0.0/8", "unspecified or \"this network\" (RFC 791)"),
            special("10.0.0.0/8", "private (RFC 1918)"),
            special("100.64.0.0/10", "shared by carriers (RFC 6598)"),
            special("127.0.0.0/8", "loopback (RFC 1122)"),
            special("169.254.0.0/16", "link-local (RFC 3927)"),
            special("172.16.0.0/12", "private (RFC 1918)"),
            special("192.0.0.0/24", "for protocols (RFC 6890)"),
            special("192.0.2.0/24", "for documentation (RFC 5737)"),
            special("192.31.196.0/24", "for AS112 (RFC 7535)"),
            special("192.52.193.0/24", "for multicast tunnels (RFC 7450)"),
            special("192.88.99.0/24", "of 6to4 relays (RFC 7526)"),
            special("192.168.0.0/16", "private (RFC 1918)"),
            special("192.175.48.0/24", "for AS112 (RFC 7534)"),
            special("198.18.0.0/15", "for benchmarks (RFC 2544)"),
            special("198.51.100.0/24", "for documentation (RFC 5737)"),
            special("203.0.113.0/24", "for documentation (RFC 5737)"),
            special("224.0.0.0/4", "multicast (RFC 5771)"),
            special("255.255.255.255/32", "broadcast (RFC 919)"),
            special("240.0.0.0/4", "reserved (RFC 1112)"),
            special("::/128", "unspecified (RFC 4291)"),
            special("::1/128", "loopback (RFC 4291)"),
            special("::ffff:0:0/96", "an IPv4 address in IPv6 form (RFC 4291)"),
            special("::/96", "an IPv4 address in IPv6 form (RFC 4291)"),
            special("64:ff9b::/96", "translated to IPv4 (RFC 6052)"),
            special("64:ff9b:1::/48", "translated to IPv4 (RFC 8215)"),
            special("100::/64", "for discarding (RFC 6666)"),
            special("100:0:0:1::/64", "a dummy (RFC 9780)"),
            special("2001::/32", "tunnelled to IPv4 by Teredo (RFC 4380)"),
            special("2001:db8::/32", "for documentation (RFC 3849)"),
            special("2001::/23", "for protocols (RFC 2928)"),
            special("2002::/16", "tunnelled to IPv4 by 6to4 (RFC 3056)"),
            special("2620:4f:8000::/48", "for AS112 (RFC 7534)"),
            special("3ffe::/16", "of a test network that ended (RFC 3701)"),
            special("3fff::/20", "for documentation (RFC 9637)"),
            special("5f00::/16", "for segment routing (RFC 9602)"),
            special("fc00::/7", "private (RFC 4193)"),
            special("fe80::/10", "link-local (RFC 4291)"),
            special("fec0::/10", "site-local (RFC 3879)"),
            special("ff00::/8", "multicast (RFC 4291)"),
            // All that is not global unicast, 2000::/3 (RFC 4291 §4), in three pieces.
            special("::/3", "reserved (RFC 4291)"),
            special("4000::/2", "reserved (RFC 4291)"),
            special("8000::/1", "reserved (RFC 4291)"));

    private SpecialAddresses() {}

    /** What a metadata service's address is; empty for every other. */
    static Optional<String> metadata(IpAddress address) {
        return first(METADATA, address);
    }

    /** What a special address is; empty for one that a webhook may be at. */
    static Optional<String> meaning(IpAddress address) {
        return first(SPECIAL, address);
    }

    private static Optional<String> first(List<Special> table, IpAddress address) {
        return table.stream()
                .filter(special -> special.range().contains(address))
                .findFirst()
                .map(Special::meaning);
    }

    private static Special special(String range, String meaning) {
        return new Special(AddressRange.parse(range), meaning);
    }

    /** @param meaning goes on after "address … is" */
    private record Special(AddressRange range, String meaning) {}
}
