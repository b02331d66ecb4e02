package io.gridhook.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * The pinned Azurite, in {@code .gridhook/azurite/<hash of its package files>}. That directory appears by a rename, complete or not at
 * all, so a killed installation leaves nothing that looks like one; a lock keeps two processes from installing at once. The npm of a
 * killed installation may live on and write into its own directory: what cannot be deleted now is left to the next time.
 */
final class AzuriteInstallation {
    static final String SCRIPT = "supervised.js";
    private static final Logger LOGGER = Logger.getLogger("Host.Azurite");
    private static final List<String> FILES = List.of("package.json", "package-lock.json", SCRIPT);
    private static final String LOCK = "lock";

    private final Path source;
    private final Path parent;
    private final Installer installer;

    /** Puts what a directory's package files ask for into it. */
    interface Installer {
        void install(Path directory, Consumer<String> progress) throws IOException;
    }

    AzuriteInstallation(Path projectDir) {
        this(projectDir, NpmClient::ci);
    }

    AzuriteInstallation(Path projectDir, Installer installer) {
        this.installer = installer;
        source = projectDir.toAbsolutePath().resolve("src/main/azurite");
        parent = projectDir.toAbsolutePath().resolve(".gridhook/azurite");
    }

    Path install(Consumer<String> progress) {
        try {
            Path target = parent.resolve(hash());
            if (!Files.isDirectory(target)) {
                installLocked(target, progress);
            }
            return target;
        } catch (IOException | UncheckedIOException e) {
            throw new AzuriteException("Azurite could not be installed in " + parent + ": " + e, e);
        }
    }

    private void installLocked(Path target, Consumer<String> progress) throws IOException {
        Files.createDirectories(parent);
        // One JVM may hold a file lock once only.
        synchronized (AzuriteInstallation.class) {
            try (FileChannel channel = FileChannel.open(
                            parent.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = lock(channel, progress)) {
                if (lock.isValid() && !Files.isDirectory(target)) {
                    deleteOthers(target);
                    installNow(target, progress);
                    deleteOthers(target);
                }
            }
        }
    }

    private static FileLock lock(FileChannel channel, Consumer<String> progress) throws IOException {
        FileLock free = channel.tryLock();
        if (free != null) {
            return free;
        }
        progress.accept("Waiting for another process, which installs Azurite ...");
        return channel.lock();
    }

    private void installNow(Path target, Consumer<String> progress) throws IOException {
        progress.accept("Installing Azurite, the storage emulator (once, with npm; about half a minute) ...");
        Path unfinished = Files.createTempDirectory(parent, "unfinished-");
        for (String file : FILES) {
            Files.copy(source.resolve(file), unfinished.resolve(file));
        }
        installer.install(unfinished, progress);
        Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        progress.accept("Azurite is installed in " + target);
    }

    /** Earlier versions, and what killed installations left, as far as nothing still writes there. */
    private void deleteOthers(Path target) throws IOException {
        try (Stream<Path> children = Files.list(parent)) {
            for (Path child : children.toList()) {
                if (!child.equals(target) && !child.equals(parent.resolve(LOCK))) {
                    deleteIfIdle(child);
                }
            }
        }
    }

    private static void deleteIfIdle(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            LOGGER.log(Level.FINE, "not deleted yet: " + directory, e);
        }
    }

    private String hash() throws IOException {
        MessageDigest digest = sha256();
        for (String file : FILES) {
            digest.update(Files.readAllBytes(source.resolve(file)));
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 6);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
