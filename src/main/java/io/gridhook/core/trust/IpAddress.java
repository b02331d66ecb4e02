package io.gridhook.core.trust;

import java.util.Optional;

/**
 * An IP address as bits. Names are never looked up here.
 *
 * @param high the first 64 bits; of an IPv4 address the first 32 are the address and the rest 0
 * @param low the last 64 bits; 0 in an IPv4 address
 */
public record IpAddress(Family family, long high, long low) {
    /** The two kinds. */
    public enum Family {
        V4(32),
        V6(128);

        private final int bits;

        Family(int bits) {
            this.bits = bits;
        }

        /** How many bits an address has. */
        public int bits() {
            return bits;
        }
    }

    public IpAddress {
        if (family == Family.V4 && (low != 0 || (high & 0xFFFF_FFFFL) != 0)) {
            throw new IllegalArgumentException("IPv4 address: more than 32 bits (expected: the first 32 alone)");
        }
    }

    /** The IPv4 address of 32 bits. */
    static IpAddress v4(long bits) {
        return new IpAddress(Family.V4, bits << 32, 0);
    }

    /**
     * The address of 4 or 16 bytes, the most significant first.
     *
     * @throws IllegalArgumentException for another count of bytes
     */
    public static IpAddress of(byte[] bytes) {
        return switch (bytes.length) {
            case 4 -> v4(number(bytes, 0, 4));
            case 16 -> new IpAddress(Family.V6, number(bytes, 0, 8), number(bytes, 8, 16));
            default -> throw new IllegalArgumentException("address: " + bytes.length + " bytes (expected: 4 or 16)");
        };
    }

    private static long number(byte[] bytes, int from, int to) {
        long number = 0;
        for (int i = from; i < to; i++) {
            number = number << 8 | (bytes[i] & 0xFF);
        }
        return number;
    }

    /**
     * Reads the one usual form of each kind: four decimal numbers without leading zeros, or RFC 4291 §2.2 without a zone. What else the C
     * library takes for an address (octal, hexadecimal, fewer numbers) is none.
     */
    public static Optional<IpAddress> parse(String text) {
        return text.indexOf(':') >= 0 ? IpV6Text.parse(text) : IpV4Text.parse(text);
    }

    /** Whether the first {@code bits} of both are the same, and their kind is. */
    boolean startsAs(IpAddress other, int bits) {
        return family == other.family
                && ((high ^ other.high) & mask(bits)) == 0
                && ((low ^ other.low) & mask(bits - 64)) == 0;
    }

    /** Whether nothing is set after the first {@code bits}. */
    boolean endsAfter(int bits) {
        return (high & ~mask(bits)) == 0 && (low & ~mask(bits - 64)) == 0;
    }

    private static long mask(int bits) {
        if (bits <= 0) {
            return 0;
        }
        return bits >= 64 ? -1 : -1L << (64 - bits);
    }

    /** The usual form; of IPv6 RFC 5952's, without its dotted endings. */
    @Override
    public String toString() {
        return family == Family.V4 ? IpV4Text.of(high >>> 32) : IpV6Text.of(high, low);
    }
}
