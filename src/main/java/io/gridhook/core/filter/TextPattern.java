package io.gridhook.core.filter;

import io.gridhook.core.event.Letters;

/** A text to look for, without regard to letter case. No search takes longer than one look at each character (Knuth, Morris and Pratt). */
final class TextPattern {
    private final String folded;
    /** For each length of a part that fits, the length of the longest shorter part that fits as well. */
    private final int[] shorter;

    TextPattern(String text) {
        folded = Letters.fold(text);
        shorter = shorter(folded);
    }

    private static int[] shorter(String text) {
        int[] shorter = new int[text.length() + 1];
        int length = 0;
        for (int i = 1; i < text.length(); i++) {
            while (length > 0 && text.charAt(i) != text.charAt(length)) {
                length = shorter[length];
            }
            length += text.charAt(i) == text.charAt(length) ? 1 : 0;
            shorter[i + 1] = length;
        }
        return shorter;
    }

    boolean isAt(CharSequence text, int at) {
        return Letters.isAt(text, at, folded);
    }

    /** Whether it is in {@code text}, at {@code from} or later. */
    boolean isIn(CharSequence text, int from) {
        int fits = 0;
        for (int i = from; fits < folded.length() && i < text.length(); i++) {
            char c = Letters.fold(text.charAt(i));
            while (fits > 0 && c != folded.charAt(fits)) {
                fits = shorter[fits];
            }
            fits += c == folded.charAt(fits) ? 1 : 0;
        }
        return fits == folded.length();
    }
}
