package io.gridhook.arch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What no compiler looks at, all reported at once. */
class TidyTest {
    /** What the formatter aims at. */
    private static final int CODE_LENGTH_MAX = 120;
    /** Comments and Markdown, which the formatter leaves alone. */
    private static final int PROSE_LENGTH_MAX = 150;
    /** Put together here, so that this file does not hold them itself. */
    private static final List<String> BANNED = List.of(
            "FIX" + "ME", "TO" + "DO", "XX" + "X", "/home" + "/", "/root" + "/", "/work" + "/", "/tmp" + "/wt-");

    private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)(#[^)]*)?\\)");

    @Test
    void the_tree_is_tidy() {
        assertEquals(List.of(), untidy(Path.of("")));
    }

    @Test
    void every_kind_of_untidiness_is_found(@TempDir Path root) throws IOException {
        Path code = Files.createDirectories(root.resolve("src/main/java/a"));
        Files.writeString(code.resolve("A.java"), "class A {} // TO" + "DO\n// " + "x".repeat(PROSE_LENGTH_MAX) + "\n");
        Files.writeString(
                root.resolve("README.md"),
                "[dead](src/gone.md#part) [live](src/main) [far](https://example.com/x)\n| " + "x".repeat(200)
                        + " |\n");
        assertEquals(
                List.of(
                        "README.md:1: link to src/gone.md, which is not there",
                        "src/main/java/a/A.java:1: TO" + "DO",
                        "src/main/java/a/A.java:2: 153 characters (expected: up to 150)",
                        "src/main/java/a: no package-info.java"),
                untidy(root).stream().map(line -> line.replace('\\', '/')).toList());
    }

    private static List<String> untidy(Path root) {
        List<String> found = new ArrayList<>();
        for (Path file : textFiles(root)) {
            checkLines(root, file, found);
        }
        for (Path folder : mainPackages(root)) {
            if (!Files.exists(folder.resolve("package-info.java"))) {
                found.add(root.relativize(folder) + ": no package-info.java");
            }
        }
        return found;
    }

    /** The README and everything under {@code src}. */
    private static List<Path> textFiles(Path root) {
        List<Path> files = new ArrayList<>();
        for (String start : List.of("README.md", "src")) {
            files.addAll(walk(root.resolve(start)));
        }
        return files.stream()
                .filter(file -> file.toString().matches(".*\\.(java|md)"))
                .toList();
    }

    private static Set<Path> mainPackages(Path root) {
        Set<Path> folders = new TreeSet<>();
        for (Path file : walk(root.resolve("src/main/java"))) {
            folders.add(file.resolveSibling(""));
        }
        return folders;
    }

    private static void checkLines(Path root, Path file, List<String> found) {
        boolean isMarkdown = file.toString().endsWith(".md");
        int number = 0;
        for (String line : read(file).lines().toList()) {
            String where = root.relativize(file) + ":" + ++number + ": ";
            BANNED.stream().filter(line::contains).forEach(banned -> found.add(where + banned));
            if (!mayBeLong(line) && line.length() > lengthMax(line, isMarkdown)) {
                found.add(where + line.length() + " characters (expected: up to " + lengthMax(line, isMarkdown) + ")");
            }
            if (isMarkdown) {
                checkLinks(file, line, where, found);
            }
        }
    }

    /** A row of a Markdown table and a piece of text in code cannot be broken. */
    private static boolean mayBeLong(String line) {
        return line.startsWith("|") || line.contains("\"");
    }

    private static int lengthMax(String line, boolean isMarkdown) {
        boolean isComment = line.strip().matches("(/?\\*|//).*");
        return isMarkdown || isComment ? PROSE_LENGTH_MAX : CODE_LENGTH_MAX;
    }

    private static void checkLinks(Path file, String line, String where, List<String> found) {
        Matcher link = LINK.matcher(line);
        while (link.find()) {
            String to = link.group(1);
            if (!to.contains(":") && !Files.exists(file.resolveSibling(to))) {
                found.add(where + "link to " + to + ", which is not there");
            }
        }
    }

    private static List<Path> walk(Path start) {
        if (!Files.exists(start)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(start)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
