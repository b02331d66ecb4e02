package io.gridhook.core.event;

/**
 * Somebody's text as an error message or a log line may repeat it: cut short, and in characters that neither end the line nor change
 * how it reads. What is not shown as it is becomes U+FFFD: control characters, line separators, bidirectional and other format
 * characters, and surrogates without their other half.
 */
public final class Excerpt {
    /** Ours: how much of a wrong value a message repeats, in UTF-16 code units. */
    public static final int CHARS_MAX = 80;

    private static final char UNSHOWN = '\uFFFD';

    private Excerpt() {}

    /** At most {@link #CHARS_MAX} of {@code text}. */
    public static String of(String text) {
        return of(text, CHARS_MAX);
    }

    /**
     * At most {@code charsMax} UTF-16 code units of {@code text}, and {@code …} where there were more.
     *
     * @param charsMax 1 or more
     */
    public static String of(String text, int charsMax) {
        boolean cut = text.length() > charsMax;
        String kept = cut ? text.substring(0, charsMax) : text;
        StringBuilder shown = new StringBuilder(kept.length() + 1);
        kept.codePoints().forEach(c -> shown.appendCodePoint(isShown(c) ? c : UNSHOWN));
        return cut ? shown.append('…').toString() : shown.toString();
    }

    private static boolean isShown(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
