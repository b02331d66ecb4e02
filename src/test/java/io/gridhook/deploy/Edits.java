package io.gridhook.deploy;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Breaks a text on purpose. */
final class Edits {
    private Edits() {}

    /** What is replaced must be there, or the broken text is none; escaped line ends are line ends. */
    static String edit(String text, String from, String to) {
        String what = from.replace("\\n", "\n");
        assertTrue(text.contains(what), () -> what + " is not in the file");
        return text.replace(what, to.replace("\\n", "\n"));
    }
}
