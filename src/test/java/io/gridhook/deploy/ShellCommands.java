package io.gridhook.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Commands of a tool in shell text, and which of them, and of their options, the tool does not have. */
final class ShellCommands {
    private static final Path LISTS = Path.of("src/test/resources/deploy");

    /** The options of each command. */
    private final Map<String, Set<String>> known = new TreeMap<>();

    private final String tool;

    /** With what the checked-in list says of {@code tool}, {@code az} or {@code azd}. */
    ShellCommands(String tool) {
        this.tool = tool;
        try {
            for (String line : Files.readAllLines(LISTS.resolve(tool + "-commands.txt"), StandardCharsets.UTF_8)) {
                if (!line.startsWith("#")) {
                    int colon = line.indexOf(':');
                    known.put(
                            line.substring(0, colon),
                            Set.of(line.substring(colon + 1).strip().split(" ")));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The words of each command of the tool in {@code text}, without the tool's name. */
    List<List<String>> in(String text) {
        List<List<String>> commands = new ArrayList<>();
        for (List<String> words : commands(text)) {
            int at = words.indexOf(tool);
            if (at == 0 || (at == 1 && words.get(0).matches("if|!|then|do"))) {
                commands.add(words.subList(at + 1, words.size()));
            }
        }
        return commands;
    }

    /** What is wrong with a command: nobody knows it, or one of its options. */
    List<String> problems(List<String> words) {
        for (int length = words.size(); length > 0; length--) {
            Set<String> options = known.get(String.join(" ", words.subList(0, length)));
            if (options != null) {
                String command = String.join(" ", words.subList(0, length));
                return words.subList(length, words.size()).stream()
                        .filter(word -> word.matches("--?[a-zA-Z][a-z-]*") && !options.contains(word))
                        .map(word -> tool + " " + command + ": no option " + word)
                        .toList();
            }
        }
        return List.of(tool + " " + String.join(" ", words) + ": no such command in the list");
    }

    /** Words between what ends a command; quotes hold words together, substitutions in them are commands of their own. */
    private static List<List<String>> commands(String text) {
        List<List<String>> commands = new ArrayList<>();
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        char quote = 0;
        boolean isComment = false;
        String shell = text.replace("\\\n", " ");
        for (int i = 0; i < shell.length(); i++) {
            char c = shell.charAt(i);
            boolean isSubstitution = shell.startsWith("$(", i) && quote != '\'';
            if (isComment) {
                isComment = c != '\n';
            } else if (isSubstitution) {
                int end = closing(shell, i + 1);
                commands.addAll(commands(shell.substring(i + 2, end)));
                word.append("$()");
                i = end;
            } else if (quote != 0) {
                quote = c == quote ? 0 : quote;
                word.append(c == quote || quote != 0 ? c : "");
            } else if (c == '"' || c == '\'') {
                quote = c;
                word.append("");
            } else if (c == '#' && word.isEmpty()) {
                isComment = true;
            } else if (Character.isWhitespace(c) || "|;&()<".indexOf(c) >= 0) {
                if (!word.isEmpty()) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                if (!words.isEmpty() && c != ' ' && c != '<') {
                    commands.add(words);
                    words = new ArrayList<>();
                }
            } else {
                word.append(c);
            }
        }
        if (!word.isEmpty()) {
            words.add(word.toString());
        }
        commands.add(words);
        return commands.stream().filter(each -> !each.isEmpty()).toList();
    }

    /** Where the bracket that opens at {@code open} closes; quotes may hold brackets. */
    private static int closing(String text, int open) {
        int depth = 0;
        char quote = 0;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '(') {
                depth++;
            } else if (c == ')' && --depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("no closing bracket: " + text.substring(open));
    }
}
