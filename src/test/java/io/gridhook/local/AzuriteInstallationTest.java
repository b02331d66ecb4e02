package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is installed where, with npm left out. */
class AzuriteInstallationTest {
    private static final List<String> PACKAGE = List.of("package.json", "package-lock.json", "supervised.js");

    private final Path project;
    private final List<String> progress = new ArrayList<>();

    AzuriteInstallationTest(@TempDir Path project) throws IOException {
        this.project = project;
        Path source = Files.createDirectories(project.resolve("src/main/azurite"));
        for (String file : PACKAGE) {
            Files.writeString(source.resolve(file), file);
        }
    }

    @Test
    void a_package_that_changed_takes_the_earlier_ones_place() throws IOException {
        Path first = install();
        assertEquals(first, install());
        assertEquals(List.of("node_modules"), added(first));
        Files.writeString(project.resolve("src/main/azurite/package.json"), "changed");
        Path second = install();
        assertEquals(List.of("node_modules"), added(second));
        assertFalse(Files.exists(first));
    }

    @Test
    void an_installation_that_fails_leaves_nothing_that_looks_like_one() throws IOException {
        AzuriteException e =
                assertThrows(AzuriteException.class, () -> new AzuriteInstallation(project, (directory, lines) -> {
                            Files.createDirectory(directory.resolve("half"));
                            throw new AzuriteException("npm ci failed");
                        })
                        .install(progress::add));
        assertEquals("npm ci failed", e.getMessage());
        assertEquals(List.of("node_modules"), added(install()));
        assertEquals(2, children().size(), () -> "the lock and the installation, but " + progress);
    }

    /** The npm of a host that was killed writes on: its directory is not empty when it is deleted. */
    @Test
    void what_an_orphaned_npm_still_writes_to_does_not_stop_an_installation() throws Exception {
        Path orphan = Files.createDirectories(project.resolve(".gridhook/azurite/unfinished-1/node_modules"));
        for (int i = 0; i < 500; i++) {
            Files.createFile(orphan.resolve("file-" + i));
        }
        AtomicBoolean writes = new AtomicBoolean(true);
        Thread npm = new Thread(() -> writeOn(orphan, writes));
        npm.start();
        try {
            assertEquals(List.of("node_modules"), added(install()));
        } finally {
            writes.set(false);
            npm.join();
        }
        assertTrue(progress.get(progress.size() - 1).startsWith("Azurite is installed in "), progress::toString);
    }

    private static void writeOn(Path directory, AtomicBoolean writes) {
        for (int i = 0; writes.get(); i++) {
            try {
                Files.createDirectories(directory);
                Files.createFile(directory.resolve("late-" + i));
            } catch (IOException e) {
                // deleted from under it
            }
        }
    }

    private Path install() {
        return new AzuriteInstallation(
                        project, (directory, lines) -> Files.createDirectory(directory.resolve("node_modules")))
                .install(progress::add);
    }

    private static List<String> added(Path installation) throws IOException {
        try (var files = Files.list(installation)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> !PACKAGE.contains(file))
                    .toList();
        }
    }

    private List<Path> children() throws IOException {
        try (var files = Files.list(project.resolve(".gridhook/azurite"))) {
            return files.toList();
        }
    }
}
