package io.gridhook.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Keeps two Azurites off one directory: each would overwrite what the other saves. The Azurite of a killed local host lives on for a
 * moment, to save its data.
 */
final class AzuriteData {
    private static final String PID_FILE = "azurite.pid";
    private static final long END_SECONDS = 15;

    private AzuriteData() {}

    static void markUsed(Path directory, long pid) {
        try {
            Files.writeString(directory.resolve(PID_FILE), Long.toString(pid));
        } catch (IOException e) {
            throw new AzuriteException(directory + ": not writable", e);
        }
    }

    /** Waits for the directory's last Azurite to end. */
    static void awaitUnused(Path directory) {
        Optional<ProcessHandle> user =
                lastPid(directory).flatMap(ProcessHandle::of).filter(AzuriteData::isNode);
        if (user.isPresent()) {
            awaitEnd(user.get(), directory);
        }
    }

    private static void awaitEnd(ProcessHandle azurite, Path directory) {
        try {
            azurite.onExit().get(END_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new AzuriteException(directory + ": in use by another Azurite, process " + azurite.pid(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AzuriteException(directory + ": not awaited: interrupted", e);
        }
    }

    private static Optional<Long> lastPid(Path directory) {
        try {
            return Optional.of(
                    Long.valueOf(Files.readString(directory.resolve(PID_FILE)).strip()));
        } catch (NoSuchFileException | NumberFormatException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new AzuriteException(directory + ": not readable", e);
        }
    }

    /** The number may be another process's by now. */
    private static boolean isNode(ProcessHandle process) {
        return process.info()
                .command()
                .filter(command -> command.contains("node"))
                .isPresent();
    }
}
