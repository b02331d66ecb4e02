package io.gridhook.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bicep itself has nothing to say, where it is installed. It is no package of any registry that this build uses. */
class BicepCompilerIT {
    private static final Path INFRA = Path.of("infra");
    private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})");
    /** Where {@code @onlyIfNotExists} left its experimental stage. */
    private static final int[] ONLY_IF_NOT_EXISTS = {0, 38, 3};

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

    private static Path bicep() throws IOException, InterruptedException {
        Optional<Path> found = Stream.of(String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1))
                .flatMap(folder -> Stream.of("bicep", "bicep.exe").map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty()) {
            System.out.println("NOTICE: no bicep on the PATH: infra/ is checked by InfrastructureIT alone");
        }
        assumeTrue(found.isPresent(), "no bicep on the PATH");
        Path bicep = found.orElseThrow();
        String version = version(bicep);
        boolean isEnough = isEnough(version);
        if (!isEnough) {
            System.out.println(
                    "NOTICE: " + bicep + " is " + version + ": infra/ needs 0.38.3 or later, for @onlyIfNotExists");
        }
        assumeTrue(isEnough, bicep + " is " + version);
        return bicep;
    }

    private static String version(Path bicep) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(bicep.toString(), "--version")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        Matcher version = VERSION.matcher(output);
        return version.find() ? version.group() : output.strip();
    }

    /** GitHub's runners have an older one on their PATH. */
    private static boolean isEnough(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return false;
        }
        int[] found = {
            Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3))
        };
        return Arrays.compare(found, ONLY_IF_NOT_EXISTS) >= 0;
    }

    @ParameterizedTest
    @CsvSource({
        "0.38.3, true",
        "0.38.33, true",
        "0.39.1, true",
        "1.0.0, true",
        "0.38.2, false",
        "0.33.93, false",
        "0.9.1, false",
        "none, false"
    })
    void only_a_bicep_that_knows_the_decorators_is_asked(String version, boolean isAsked) {
        assertEquals(isAsked, isEnough(version));
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
