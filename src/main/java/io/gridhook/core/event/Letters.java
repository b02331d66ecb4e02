package io.gridhook.core.event;

/**
 * Letter case as filters and their keys see it (behaviour §8.2, §8.4): none. Characters are compared one by one, as
 * {@link String#equalsIgnoreCase} does, whatever the machine's locale. Ours: letters beyond the Basic Multilingual Plane (two
 * characters each) are compared as they are.
 */
public final class Letters {
    private static final int ASCII = 128;

    private Letters() {}

    /** The one character that stands for all which differ from {@code c} in letter case only. */
    public static char fold(char c) {
        if (c < ASCII) {
            return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
        }
        return Character.toLowerCase(Character.toUpperCase(c));
    }

    /** A text of folded characters. */
    public static String fold(String text) {
        char[] folded = text.toCharArray();
        for (int i = 0; i < folded.length; i++) {
            folded[i] = fold(folded[i]);
        }
        return new String(folded);
    }

    /** Whether {@code folded}, which has been folded, stands at {@code at} in {@code text}, which has not. */
    public static boolean isAt(CharSequence text, int at, String folded) {
        if (at < 0 || text.length() - at < folded.length()) {
            return false;
        }
        for (int i = 0; i < folded.length(); i++) {
            if (fold(text.charAt(at + i)) != folded.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether two texts differ in letter case at most. */
    public static boolean same(CharSequence one, CharSequence other) {
        if (one.length() != other.length()) {
            return false;
        }
        for (int i = 0; i < one.length(); i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b && fold(a) != fold(b)) {
                return false;
            }
        }
        return true;
    }

    /** One step of a hash that is the same for texts that differ in letter case only. */
    public static int hash(int soFar, char c) {
        return 31 * soFar + fold(c);
    }

    static int hash(CharSequence text) {
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = hash(hash, text.charAt(i));
        }
        return hash;
    }
}
