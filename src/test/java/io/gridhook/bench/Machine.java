package io.gridhook.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where figures come from. */
final class Machine {
    private static final Path CPU = Path.of("/proc/cpuinfo");
    private static final Path MEMORY = Path.of("/proc/meminfo");

    private Machine() {}

    /** In one line: processors, memory, system, Java. */
    static String description() {
        return Runtime.getRuntime().availableProcessors() + " processors"
                + field(CPU, "model name").map(name -> " (" + name + ")").orElse("")
                + field(MEMORY, "MemTotal").map(size -> ", memory " + size).orElse("")
                + ", " + System.getProperty("os.name") + " " + System.getProperty("os.version")
                + ", Java " + System.getProperty("java.vm.version");
    }

    private static Optional<String> field(Path file, String name) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
