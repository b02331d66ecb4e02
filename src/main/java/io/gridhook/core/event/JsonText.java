package io.gridhook.core.event;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A piece of JSON as its author wrote it: UTF-8 bytes that are never re-written, so that number spelling, key order and escapes
 * survive. A slice of a larger text shares its bytes; nobody may change them afterwards.
 */
public final class JsonText {
    private final byte[] bytes;
    private final int from;
    private final int length;

    private JsonText(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.from = from;
        this.length = length;
    }

    /** All of {@code bytes}, which the caller must not change any more. */
    public static JsonText of(byte[] bytes) {
        return new JsonText(bytes, 0, bytes.length);
    }

    /** The bytes {@code from} (inclusive) to {@code to} (exclusive) of {@code bytes}, shared. */
    public static JsonText of(byte[] bytes, int from, int to) {
        if (from < 0 || to < from || to > bytes.length) {
            throw new IndexOutOfBoundsException(
                    "slice " + from + ".." + to + " (expected: within 0.." + bytes.length + ")");
        }
        return new JsonText(bytes, from, to - from);
    }

    public static JsonText of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Length in UTF-8 bytes. */
    public int length() {
        return length;
    }

    /** The bytes {@code begin} (inclusive) to {@code end} (exclusive) of this text, shared. */
    public JsonText slice(int begin, int end) {
        if (begin < 0 || end < begin || end > length) {
            throw new IndexOutOfBoundsException(
                    "slice " + begin + ".." + end + " (expected: within 0.." + length + ")");
        }
        return new JsonText(bytes, from + begin, end - begin);
    }

    public byte byteAt(int index) {
        return bytes[from + index];
    }

    public void writeTo(ByteArrayOutputStream out) {
        out.write(bytes, from, length);
    }

    public void writeTo(ByteBuffer out) {
        out.put(bytes, from, length);
    }

    /** The bytes, copied. */
    public byte[] toBytes() {
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonText that
                && Arrays.equals(bytes, from, from + length, that.bytes, that.from, that.from + that.length);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = from; i < from + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    /** The text itself. */
    @Override
    public String toString() {
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }
}
