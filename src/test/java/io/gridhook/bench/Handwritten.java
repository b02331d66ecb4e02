package io.gridhook.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What people wrote into a page that is otherwise written anew by each {@code --publish}: it stays, between two comments. */
final class Handwritten {
    static final String FROM = "<!-- by hand: kept by --publish -->\n";
    static final String TO = "<!-- to here -->\n";

    private Handwritten() {}

    /** With its comments; nothing but these if the page is new. */
    static String of(Path page) throws IOException {
        String text = Files.exists(page) ? Files.readString(page) : "";
        int from = text.indexOf(FROM);
        int to = text.indexOf(TO, Math.max(0, from));
        return from < 0 || to < 0 ? FROM + TO : text.substring(from, to) + TO;
    }
}
