package io.gridhook.ctl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code target/gridhook-ctl.jar}, which {@code mvn package} makes: it runs alone. */
class CtlJarIT {
    private static final Path JAR = Path.of(System.getProperty("stagingDirectory", "missing"))
            .resolveSibling("..")
            .resolve("gridhook-ctl.jar")
            .normalize();
    /** Ours: so that it is noticed if more than picocli and Jackson comes in. */
    private static final long BYTES_MAX = 4_000_000;

    /** In a process that knows nothing else; the environment is not asked for keys. */
    private static Run run(Path directory, String... args) throws Exception {
        List<String> command = new java.util.ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", JAR.toString()));
        command.addAll(List.of(args));
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GRIDHOOK_"));
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it still runs");
        } finally {
            process.destroyForcibly();
        }
        return new Run(process.exitValue(), Files.readString(out), Files.readString(err), List.of());
    }

    @Test
    void it_runs_alone(@TempDir Path directory) throws Exception {
        Run help = run(directory, "--help");
        assertEquals(0, help.code(), help.err());
        assertTrue(help.out().startsWith("Usage: gridhook-ctl"), help.out());
        try (StubServer server = new StubServer()) {
            server.says("GET /topics", 200, "[{'name':'b\u00e4r'}]");
            Run topics = run(directory, "topics", "--url", server.url());
            assertEquals(0, topics.code(), topics.err());
            assertTrue(topics.out().contains("b\u00e4r"), topics.out());
        }
        assertEquals(2, run(directory, "nothing").code());
    }

    @Test
    void it_holds_the_command_line_and_its_libraries_alone() throws Exception {
        assertTrue(Files.size(JAR) < BYTES_MAX, Files.size(JAR) + " bytes");
        try (JarFile jar = new JarFile(JAR.toFile())) {
            Set<String> packages = jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.split("/", -1).length > 2
                            ? name.replaceFirst("^(\\w+/\\w+/\\w+|picocli)/.*", "$1")
                            : name)
                    .map(name -> name.startsWith("picocli") ? "picocli" : name)
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(Set.of("com/fasterxml/jackson", "io/gridhook/ctl", "picocli"), packages);
        }
    }
}
