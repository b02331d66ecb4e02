package io.gridhook.core.event;

/** Where the characters of a text stand in its UTF-8 bytes. It remembers the last place it was asked for, and goes on from there. */
final class Utf8Offsets {
    private final String text;
    private final boolean isAscii;
    private int chars;
    private int bytes;

    /**
     * The offsets of one text.
     *
     * @param length of the text in bytes
     */
    Utf8Offsets(String text, int length) {
        this.text = text;
        this.isAscii = text.length() == length;
    }

    /** The bytes before the character at {@code offset}, which counts UTF-16 code units and is within no surrogate pair. */
    int bytesBefore(int offset) {
        if (isAscii) {
            return offset;
        }
        while (chars < offset) {
            bytes += width(text.charAt(chars++));
        }
        while (chars > offset) {
            bytes -= width(text.charAt(--chars));
        }
        return bytes;
    }

    /** The two halves of a surrogate pair have two of its four bytes each. */
    private static int width(char unit) {
        if (unit < 0x80) {
            return 1;
        }
        return unit < 0x800 || Character.isSurrogate(unit) ? 2 : 3;
    }
}
