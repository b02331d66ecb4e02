package io.gridhook.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bicep itself has nothing to say, where it is installed. It is no package of any registry that this build uses. */
class BicepCompilerIT {
    private static final Path INFRA = Path.of("infra");

    @Test
    void bicep_builds_without_a_warning(@TempDir Path out) throws IOException, InterruptedException {
        Path bicep = bicep();
        assertEquals(
                "",
                says(
                        bicep,
                        "build",
                        "infra/main.bicep",
                        "--outfile",
                        out.resolve("main.json").toString()));
        for (String parameters : List.of("main.bicepparam", "dev.bicepparam")) {
            String to = out.resolve(parameters + ".json").toString();
            assertEquals(
                    "", says(bicep, "build-params", INFRA.resolve(parameters).toString(), "--outfile", to));
        }
    }

    @Test
    void bicep_lints_without_a_warning() throws IOException, InterruptedException {
        Path bicep = bicep();
        try (Stream<Path> all = Files.walk(INFRA)) {
            for (Path file :
                    all.filter(path -> path.toString().endsWith(".bicep")).toList()) {
                assertEquals("", says(bicep, "lint", file.toString()));
            }
        }
    }

    private static Path bicep() {
        Optional<Path> found = Stream.of(String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1))
                .flatMap(folder -> Stream.of("bicep", "bicep.exe").map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty()) {
            System.out.println("NOTICE: no bicep on the PATH: infra/ is checked by InfrastructureIT alone");
        }
        assumeTrue(found.isPresent(), "no bicep on the PATH");
        return found.orElseThrow();
    }

    /** Warnings and errors; its notes on newer releases do not count. */
    private static String says(Path bicep, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(bicep.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> found = output.lines()
                .filter(line -> line.matches(".*: (Warning|Error) .*"))
                .toList();
        return process.waitFor() == 0 && found.isEmpty() ? "" : output;
    }
}
