package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes that install at a time. */
class AzuriteInstallationIT {
    @Test
    void a_second_process_says_that_it_waits_for_the_first(@TempDir Path project) throws Exception {
        writePackage(project);
        Path lock =
                Files.createDirectories(project.resolve(".gridhook/azurite")).resolve("lock");
        Process first = command(Holder.class, lock.toString()).start();
        BlockingQueue<String> progress = new LinkedBlockingQueue<>();
        Thread second =
                new Thread(() -> new AzuriteInstallation(project, (directory, lines) -> {}).install(progress::add));
        try {
            assertEquals("held", first.inputReader().readLine());
            second.start();
            assertEquals("Waiting for another process, which installs Azurite ...", next(progress));
        } finally {
            first.getOutputStream().close();
        }
        assertTrue(String.valueOf(next(progress)).startsWith("Installing Azurite"));
        second.join();
        assertEquals(0, first.waitFor());
    }

    /** npm does not end with SIGTERM at once, so the stand-in does not end with it at all. */
    @Test
    void a_process_that_is_stopped_while_it_installs_takes_npm_along(@TempDir Path project) throws Exception {
        writePackage(project);
        Path bin = Files.createDirectory(project.resolve("bin"));
        Path npm = bin.resolve("npm");
        Files.writeString(npm, "#!/bin/sh\ntrap '' TERM\nwhile :; do sleep 1; done\n");
        assertTrue(npm.toFile().setExecutable(true));
        ProcessBuilder command = command(Installing.class, project.toString());
        command.environment().merge("PATH", bin.toString(), (path, ours) -> ours + File.pathSeparator + path);
        Process installing = command.start();
        assertTrue(String.valueOf(installing.inputReader().readLine()).startsWith("Installing Azurite"));
        ProcessHandle started = awaitChild(installing);
        try {
            installing.destroy();
            started.onExit().get(30, TimeUnit.SECONDS);
            assertTrue(installing.waitFor(30, TimeUnit.SECONDS));
        } finally {
            started.destroyForcibly();
        }
    }

    private static ProcessHandle awaitChild(Process parent) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        Optional<ProcessHandle> child = Optional.empty();
        while (child.isEmpty() && System.nanoTime() < deadline) {
            child = parent.children().findAny();
            parent.waitFor(20, TimeUnit.MILLISECONDS);
        }
        return child.orElseThrow();
    }

    private static void writePackage(Path project) throws IOException {
        Path source = Files.createDirectories(project.resolve("src/main/azurite"));
        for (String file : List.of("package.json", "package-lock.json", "supervised.js")) {
            Files.writeString(source.resolve(file), file);
        }
    }

    private static String next(BlockingQueue<String> progress) throws InterruptedException {
        return String.valueOf(progress.poll(30, TimeUnit.SECONDS));
    }

    private static ProcessBuilder command(Class<?> main, String argument) {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        argument)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** Installs. */
    static final class Installing {
        private Installing() {}

        public static void main(String[] args) {
            Azurite.install(Path.of(args[0]), System.out::println);
        }
    }

    /** Another installing process: holds the lock until its input ends. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws IOException {
            try (FileChannel channel =
                            FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                System.out.println(lock.isValid() ? "held" : "not held");
                while (System.in.read() >= 0) {}
            }
        }
    }
}
