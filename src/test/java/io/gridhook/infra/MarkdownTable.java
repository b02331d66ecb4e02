package io.gridhook.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page's tables, which are what the checks compare with: so the page is right. */
final class MarkdownTable {
    private static final Pattern CODE = Pattern.compile("(\\*\\*)?`([^`]+)`(\\*\\*)?");

    /** Something in code style; bold where it is required. */
    record Name(String text, boolean bold) {}

    private MarkdownTable() {}

    /** The rows of the first table under a heading, without its head. */
    static List<List<String>> rows(Path page, String heading) throws IOException {
        List<String> rows = Files.readAllLines(page).stream()
                .dropWhile(line -> !line.equals("## " + heading))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .toList();
        if (rows.isEmpty()) {
            throw new IOException(page + ": no table under \"" + heading + "\"");
        }
        return rows.stream().map(MarkdownTable::cells).toList();
    }

    /** The rows of all tables of a page, and their heads. */
    static List<List<String>> rows(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("|"))
                .map(MarkdownTable::cells)
                .toList();
    }

    private static List<String> cells(String row) {
        String[] cells = row.substring(1).split("\\|", -1);
        return Arrays.stream(cells).limit(cells.length - 1L).map(String::strip).toList();
    }

    static List<Name> names(String cell) {
        return CODE.matcher(cell)
                .results()
                .map(match -> new Name(match.group(2), match.group(1) != null))
                .toList();
    }

    /** The one name of a cell. */
    static String name(String cell) {
        Matcher match = CODE.matcher(cell);
        return match.find() ? match.group(2) : "";
    }
}
