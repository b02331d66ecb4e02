package io.gridhook.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a benchmark writes on the page {@code benchmarks}: between two comments, which stay.
 *
 * @param from the comment before it, a line
 * @param to the one behind it
 */
record PageSection(String from, String to) {
    /** Of what the option {@code name} measures. */
    static PageSection of(String name) {
        return new PageSection("<!-- written by " + name + " --publish -->\n", "<!-- end of " + name + " -->\n");
    }

    /**
     * Replaces it.
     *
     * @throws IllegalStateException if the page has no place for it
     */
    void publish(Path site, String markdown) throws IOException {
        Path page = site.resolve("markdown").resolve("benchmarks.md");
        String text = Files.readString(page);
        int begin = text.indexOf(from);
        int end = text.indexOf(to);
        if (begin < 0 || end < begin) {
            throw new IllegalStateException(page + ": no place for the table (expected: " + from.strip() + ")");
        }
        Files.writeString(page, text.substring(0, begin + from.length()) + markdown + text.substring(end));
    }
}
