package io.gridhook.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The walk-through of a deployment: what it says to type can be typed. */
class DeployGuideTest {
    private static final Path GUIDE = Path.of("src/site/markdown/deploy.md");
    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final List<Path> SCRIPTS = List.of(Path.of("deploy/deploy.sh"), Path.of("deploy/remove.sh"));

    private final ShellCommands az = new ShellCommands("az");
    private final ShellCommands azd = new ShellCommands("azd");

    private static List<String> blocks() throws IOException {
        return blocks(GUIDE);
    }

    private static List<String> blocks(Path page) throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(page));
        List<String> blocks = new ArrayList<>();
        while (block.find()) {
            blocks.add(block.group(1));
        }
        return blocks;
    }

    @ParameterizedTest
    @CsvSource({"deploy.md, 15", "kubernetes.md, 7", "edge.md, 4"})
    void every_block_parses(String page, int least, @TempDir Path folder) throws Exception {
        List<String> blocks = blocks(GUIDE.resolveSibling(page));
        assertTrue(blocks.size() >= least, blocks.size() + " blocks");
        for (String block : blocks) {
            Path file = Files.writeString(folder.resolve("block.sh"), block);
            assertEquals("", Ran.of(folder, "bash", "-n", file.toString()).told(), block);
        }
    }

    /** What is upgraded together goes back together: each verb of rollout is said of every Deployment. */
    @Test
    void a_rollback_on_kubernetes_is_of_every_deployment() throws IOException {
        List<String> undone = blocks(GUIDE.resolveSibling("kubernetes.md")).stream()
                .flatMap(String::lines)
                .filter(line -> line.contains("rollout undo "))
                .map(line -> line.substring(line.lastIndexOf('/') + 1))
                .sorted()
                .toList();
        List<String> deployments = DeployFiles.kubernetes().values().stream()
                .flatMap(text -> DeployFiles.documents(text).stream())
                .filter(object -> object.path("kind").asText().equals("Deployment"))
                .map(object -> object.at("/metadata/name").asText())
                .sorted()
                .toList();
        assertEquals(2, deployments.size());
        assertEquals(deployments, undone);
    }

    @Test
    void a_block_that_does_not_parse_is_found(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("block.sh"), "for x in a; do echo \"$x\"\n");
        assertNotEquals(0, Ran.of(folder, "bash", "-n", file.toString()).exit());
    }

    @Test
    void every_command_and_each_of_its_options_is_one_that_the_tool_has() throws IOException {
        int commands = 0;
        List<String> problems = new ArrayList<>();
        for (String block : blocks()) {
            for (ShellCommands tool : List.of(az, azd)) {
                for (List<String> command : tool.in(block)) {
                    commands++;
                    problems.addAll(tool.problems(command));
                }
            }
        }
        assertEquals(List.of(), problems);
        assertTrue(commands >= 24, commands + " commands");
    }

    /** In the text too, and in what the scripts print. */
    @Test
    void commands_in_the_text_are_known() throws IOException {
        List<String> problems = new ArrayList<>();
        Matcher code = Pattern.compile("`((?:az|azd) [^`]*)`").matcher(Files.readString(GUIDE));
        while (code.find()) {
            az.in(code.group(1)).forEach(command -> problems.addAll(az.problems(command)));
            azd.in(code.group(1)).forEach(command -> problems.addAll(azd.problems(command)));
        }
        assertEquals(List.of(), problems);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "az group create --name g --locaton x     | az group create: no option --locaton",
                "az grup create                           | az grup create: no such command in the list",
                "x=$(az group show --nam g)               | az group show: no option --nam",
                "echo \"$(az group show -x \"$(a)\")\"    | az group show: no option -x",
                "(cd x && az group delete --purge)        | az group delete: no option --purge",
                "if az group delete --really; then :; fi  | az group delete: no option --really",
            })
    void a_wrong_command_is_found(String shell, String problem) {
        assertEquals(
                List.of(problem),
                az.in(shell).stream()
                        .flatMap(each -> az.problems(each).stream())
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo 'az group nothing'", "# az group nothing", "bazaz group nothing", "azd up"})
    void what_is_no_command_of_az_is_none(String shell) {
        assertEquals(List.of(), az.in(shell));
    }

    /** The options of the scripts that the guide uses are in their help. */
    @Test
    void the_scripts_have_the_options_that_the_guide_uses() throws Exception {
        for (Path script : SCRIPTS) {
            String help = Ran.of(Path.of("").toAbsolutePath(), "bash", script.toString(), "--help")
                    .told();
            for (String block : blocks()) {
                Matcher used = Pattern.compile(Pattern.quote(script.toString()) + "((?:[^\n]|\\\\\n)*)")
                        .matcher(block);
                while (used.find()) {
                    Pattern.compile(" (--[a-z-]+)")
                            .matcher(used.group(1).replaceAll("\\$\\([^)]*\\)", ""))
                            .results()
                            .forEach(option -> assertTrue(help.contains(option.group(1)), option.group(1)));
                }
            }
        }
    }

    @Test
    void the_scripts_parse_and_stop_at_the_first_error() throws Exception {
        for (Path script : SCRIPTS) {
            assertEquals(
                    "",
                    Ran.of(Path.of("").toAbsolutePath(), "bash", "-n", script.toString())
                            .told());
            assertTrue(Files.readString(script).contains("\nset -euo pipefail\n"), script.toString());
            assertTrue(Files.isExecutable(script), script + " can be started");
        }
    }

    /** Where it is installed. */
    @Test
    void shellcheck_finds_nothing_in_the_scripts() throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "shellcheck"))),
                "shellcheck is not installed");
        for (Path script : SCRIPTS) {
            assertEquals(
                    "",
                    Ran.of(Path.of("").toAbsolutePath(), "shellcheck", script.toString())
                            .told());
        }
    }

    /** A process that ended, with all that it said. */
    record Ran(int exit, String told) {
        static Ran of(Path folder, String... command) throws IOException, InterruptedException {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ran(process.waitFor(), told);
        }
    }
}
