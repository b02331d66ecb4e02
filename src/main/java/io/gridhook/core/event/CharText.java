package io.gridhook.core.event;

import java.math.BigDecimal;
import java.util.Arrays;

/** Characters in a place that is filled again and again, so that looking at one text after the other allocates nothing. For one thread. */
final class CharText implements CharSequence {
    /** Ours: a place that one text made larger than this is not kept for the next. */
    private static final int KEPT_MAX = 1_024;

    private static final int FIRST = 64;

    private char[] chars = new char[FIRST];
    private int length;

    void clear() {
        length = 0;
        if (chars.length > KEPT_MAX) {
            chars = new char[FIRST];
        }
    }

    void add(char c) {
        if (length == chars.length) {
            chars = Arrays.copyOf(chars, 2 * length);
        }
        chars[length++] = c;
    }

    int indexOf(char c) {
        for (int i = 0; i < length; i++) {
            if (chars[i] == c) {
                return i;
            }
        }
        return -1;
    }

    /** The value of a JSON number without an exponent. */
    BigDecimal plainNumber() {
        return new BigDecimal(chars, 0, length);
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        if (index >= length) {
            throw new IndexOutOfBoundsException("index: " + index + " (expected: 0.." + (length - 1) + ")");
        }
        return chars[index];
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return toString().subSequence(start, end);
    }

    @Override
    public String toString() {
        return new String(chars, 0, length);
    }
}
