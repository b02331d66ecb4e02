package io.gridhook.core.delivery;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** The few primitives of the pack format. Reading past the end or a length that cannot be is an exception, never a large allocation. */
final class Wire {
    private static final long TICKS_PER_SECOND = 10_000_000L;
    private static final long NANOS_PER_TICK = 100L;
    /** Years 1 to 9999: what Event Grid's timestamps can say. Only damage is outside, and it could not be written again. */
    private static final long TICKS_MIN = ticks(Instant.parse("0001-01-01T00:00:00Z"));

    private static final long TICKS_MAX = ticks(Instant.parse("9999-12-31T23:59:59.9999999Z"));

    private Wire() {}

    static int textLength(String text) {
        return Integer.BYTES + text.getBytes(StandardCharsets.UTF_8).length;
    }

    static void writeText(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.putInt(bytes.length);
        out.put(bytes);
    }

    static String readText(ByteBuffer in) {
        return new String(readBytes(in, in.getInt()), StandardCharsets.UTF_8);
    }

    static byte[] readBytes(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("length: " + length + " (expected: 0.." + in.remaining() + ")");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /** A count of things that take at least {@code bytesEach} bytes each. */
    static int readCount(ByteBuffer in, int bytesEach) {
        int count = in.getInt();
        if (count < 0 || (long) count * bytesEach > in.remaining()) {
            throw new IllegalArgumentException(
                    "count: " + count + " (expected: 0.." + in.remaining() / bytesEach + ")");
        }
        return count;
    }

    /** 100 ns, the precision of Event Grid's timestamps; {@link Long#MIN_VALUE} is kept for "none". */
    static long ticks(Instant instant) {
        return Math.addExact(
                Math.multiplyExact(instant.getEpochSecond(), TICKS_PER_SECOND), instant.getNano() / NANOS_PER_TICK);
    }

    static Instant instant(long ticks) {
        if (ticks < TICKS_MIN || ticks > TICKS_MAX) {
            throw new IllegalArgumentException("time: " + ticks + " (expected: " + TICKS_MIN + ".." + TICKS_MAX + ")");
        }
        return Instant.ofEpochSecond(
                Math.floorDiv(ticks, TICKS_PER_SECOND), Math.floorMod(ticks, TICKS_PER_SECOND) * NANOS_PER_TICK);
    }
}
