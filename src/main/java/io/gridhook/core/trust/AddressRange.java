package io.gridhook.core.trust;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Addresses with the same beginning, as CIDR writes them (RFC 4632, RFC 4291 §2.3).
 *
 * @param network its first address
 * @param prefixLength how many bits they have in common, 0 to 32 or 128
 */
public record AddressRange(IpAddress network, int prefixLength) {
    private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

    public AddressRange {
        int bits = network.family().bits();
        if (prefixLength < 0 || prefixLength > bits) {
            throw new IllegalArgumentException("prefix length: " + prefixLength + " (expected: 0.." + bits + ")");
        }
        if (!network.endsAfter(prefixLength)) {
            throw new IllegalArgumentException(network + "/" + prefixLength + " (expected: nothing set after the first "
                    + prefixLength + " bits)");
        }
    }

    /**
     * Reads {@code 10.0.0.0/8}, {@code fd00::/8}, or one address alone.
     *
     * @throws IllegalArgumentException naming the text and what is expected
     */
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        Optional<IpAddress> network = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
        if (network.isEmpty()) {
            throw wrong(text);
        }
        if (slash < 0) {
            return new AddressRange(network.get(), network.get().family().bits());
        }
        String length = text.substring(slash + 1);
        if (!LENGTH.matcher(length).matches()
                || Integer.parseInt(length) > network.get().family().bits()) {
            throw wrong(text);
        }
        return new AddressRange(network.get(), Integer.parseInt(length));
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                text + " (expected: a range such as 10.0.0.0/8 or fd00::/8, or an address)");
    }

    public boolean contains(IpAddress address) {
        return address.startsAs(network, prefixLength);
    }

    /** Whether it is one address alone. */
    boolean isSingle() {
        return prefixLength == network.family().bits();
    }

    @Override
    public String toString() {
        return isSingle() ? network.toString() : network + "/" + prefixLength;
    }
}
