package io.gridhook.core.trust;

import java.util.List;

/** The IPv4 addresses that an IPv6 address leads to, through the machine's own stack, a translator or a tunnel. */
final class EmbeddedAddresses {
    private static final AddressRange MAPPED = AddressRange.parse("::ffff:0:0/96");
    private static final AddressRange COMPATIBLE = AddressRange.parse("::/96");
    private static final AddressRange TRANSLATED = AddressRange.parse("64:ff9b::/96");
    /** RFC 8215 leaves the place of the address to the operator; we take RFC 6052's for 96 bits, the last 32. */
    private static final AddressRange TRANSLATED_LOCALLY = AddressRange.parse("64:ff9b:1::/48");

    private static final AddressRange SIX_TO_FOUR = AddressRange.parse("2002::/16");
    private static final AddressRange TEREDO = AddressRange.parse("2001::/32");

    private EmbeddedAddresses() {}

    static List<IpAddress> of(IpAddress address) {
        if (MAPPED.contains(address) || TRANSLATED.contains(address) || TRANSLATED_LOCALLY.contains(address)) {
            return List.of(IpAddress.v4(address.low() & 0xFFFF_FFFFL));
        }
        boolean isOfItsOwn = address.high() == 0 && address.low() <= 1; // :: and ::1
        if (COMPATIBLE.contains(address) && !isOfItsOwn) {
            return List.of(IpAddress.v4(address.low() & 0xFFFF_FFFFL));
        }
        if (SIX_TO_FOUR.contains(address)) { // RFC 3056 §2
            return List.of(IpAddress.v4(address.high() >>> 16 & 0xFFFF_FFFFL));
        }
        if (TEREDO.contains(address)) { // RFC 4380 §4: the server's, and the client's with its bits turned over
            return List.of(IpAddress.v4(address.high() & 0xFFFF_FFFFL), IpAddress.v4(~address.low() & 0xFFFF_FFFFL));
        }
        return List.of();
    }
}
