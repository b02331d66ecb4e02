package io.gridhook.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs npm, and shows that it is still at work. */
final class NpmClient {
    private static final long PROGRESS_SECONDS = 5;
    private static final int LOG_LINES_SHOWN = 5;

    private NpmClient() {}

    /** Installs exactly what the lock file of {@code directory} says, running none of the packages' scripts. */
    static void ci(Path directory, Consumer<String> progress) throws IOException {
        Path log = directory.resolve("npm.log");
        Process npm = launch(directory, log);
        // It would outlive this process and go on writing.
        Thread end = new Thread(() -> end(npm), "npm-end");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            for (long seconds = PROGRESS_SECONDS;
                    !npm.waitFor(PROGRESS_SECONDS, TimeUnit.SECONDS);
                    seconds += PROGRESS_SECONDS) {
                progress.accept("... still installing, " + seconds + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AzuriteException("npm ci: interrupted", e);
        } finally {
            end(npm);
            forget(end);
        }
        if (npm.exitValue() != 0) {
            throw new AzuriteException("npm ci failed with exit code " + npm.exitValue() + ": " + lastLines(log));
        }
    }

    /** By force: npm takes SIGTERM as a wish to roll back first, and its directory is of no use to anybody. */
    private static void end(Process npm) {
        npm.descendants().forEach(ProcessHandle::destroyForcibly);
        npm.destroyForcibly();
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
