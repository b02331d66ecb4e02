package io.gridhook.ctl;

/**
 * Text from elsewhere, made harmless to a terminal: an event's id or an endpoint's answer may hold what moves the cursor, writes to the
 * clipboard, or turns a line around.
 */
final class Shown {
    private Shown() {}

    /** For people: in one line, what would act on a terminal shown as {@code \}{@code u001b}. */
    static String text(String text) {
        return escaped(text, "");
    }

    /** JSON that means the same: such characters can only be in its strings, but for the white space between its tokens. */
    static String json(String json) {
        return escaped(json.replace('\r', ' '), "\n\t");
    }

    private static String escaped(String text, String kept) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isActive(c) && kept.indexOf(c) < 0) {
                shown.append("\\u").append(String.format("%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }

    /** Controls, format characters (which turn the direction around, or are not seen) and ends of lines. A lone surrogate is none. */
    private static boolean isActive(char c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
