package io.gridhook.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs npm, and shows that it is still at work. */
final class NpmClient {
    private static final long PROGRESS_SECONDS = 5;
    private static final int LOG_LINES_SHOWN = 5;

    private NpmClient() {}

    /** Installs exactly what the lock file of {@code directory} says, running none of the packages' scripts. */
    static void ci(Path directory, Consumer<String> progress) throws IOException {
        Path log = directory.resolve("npm.log");
        // It would outlive this process and go on writing. The hook comes first: there is no moment when nobody would
        // end it.
        Child child = new Child();
        Thread end = new Thread(child::end, "npm-end");
        Runtime.getRuntime().addShutdownHook(end);
        Process npm;
        try {
            npm = child.begin(() -> launch(directory, log));
            for (long seconds = PROGRESS_SECONDS;
                    !npm.waitFor(PROGRESS_SECONDS, TimeUnit.SECONDS);
                    seconds += PROGRESS_SECONDS) {
                progress.accept("... still installing, " + seconds + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AzuriteException("npm ci: interrupted", e);
        } finally {
            child.end();
            forget(end);
        }
        if (npm.exitValue() != 0) {
            throw new AzuriteException("npm ci failed with exit code " + npm.exitValue() + ": " + lastLines(log));
        }
    }

    /** The process of npm, which is begun once and never after its end. */
    private static final class Child {
        private @Nullable Process process;
        private boolean isOver;

        synchronized Process begin(Supplier<Process> launch) {
            if (isOver) {
                throw new AzuriteException("npm ci: this process ends");
            }
            Process begun = launch.get();
            process = begun;
            return begun;
        }

        /** By force: npm takes SIGTERM as a wish to roll back first, and its directory is of no use to anybody. */
        synchronized void end() {
            isOver = true;
            if (process != null) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM ends, so the hook runs; there is nothing to forget any more.
        }
    }

    private static Process launch(Path directory, Path log) {
        try {
            return new ProcessBuilder(
                            executable(), "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new AzuriteException("npm: not found on the PATH (expected: Node.js 20 or later, for Azurite)", e);
        }
    }

    private static String executable() {
        boolean isWindows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        return isWindows ? "npm.cmd" : "npm";
    }

    private static String lastLines(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(" / ", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
    }
}
