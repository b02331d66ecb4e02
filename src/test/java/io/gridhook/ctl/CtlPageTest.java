package io.gridhook.ctl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code ctl.md} says what {@code --help} says. */
class CtlPageTest {
    private static final Path PAGE = Path.of("src/site/markdown/ctl.md");

    @Test
    void the_page_has_the_help_as_it_is_printed() throws IOException {
        Run help = Run.of(Map.of(), false, "--help");
        assertEquals(0, help.code());
        String page = Files.readString(PAGE);
        assertTrue(page.contains("```\n" + help.out() + "```\n"), help.out());
    }

    @Test
    void each_command_has_a_help_and_a_row_of_the_page() throws IOException {
        List<String> page = Files.readAllLines(PAGE);
        List<String> missing = new ArrayList<>();
        World silent = new World(System.out, System.err, Map.of(), false, duration -> {});
        for (String command : commands("", Ctl.commandLine(silent))) {
            Run help = Run.of(Map.of(), false, (command + " --help").split(" ", -1));
            assertEquals(0, help.code(), command + ": " + help.err());
            assertTrue(help.out().startsWith("Usage: gridhook-ctl " + command), help.out());
            if (page.stream().noneMatch(line -> line.startsWith("| `" + command))) {
                missing.add(command);
            }
        }
        assertEquals(List.of(), missing);
    }

    /** Those that do something, with the names that lead to them. */
    private static List<String> commands(String before, CommandLine line) {
        List<String> commands = new ArrayList<>();
        line.getSubcommands().forEach((name, each) -> {
            if (each.getSubcommands().isEmpty()) {
                commands.add(before + name);
            } else {
                commands.addAll(commands(before + name + " ", each));
            }
        });
        return commands;
    }
}
