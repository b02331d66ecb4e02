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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The scripts and pinned packages of {@code src/test/npm}, in {@code .gridhook/npm-test/<hash of those files>}: installed once, with
 * progress shown, complete or not at all.
 */
public final class NpmClients {
    private static final Path SOURCE = Path.of("src/test/npm").toAbsolutePath();
    private static final Path PARENT = Path.of(".gridhook/npm-test").toAbsolutePath();
    private static final String LOCK = "lock";
    private static final List<String> FILES = List.of(
            "package.json",
            "package-lock.json",
            "bicep.mjs",
            "dashboard.mjs",
            "manage.mjs",
            "publish.mjs",
            "receive.mjs",
            "verify.mjs");

    /** What a script printed, and how it ended. */
    public record Ended(int code, String out, String err) {}

    private final Path directory;

    private NpmClients(Path directory) {
        this.directory = directory;
    }

    /** Installs what is missing. */
    public static NpmClients install() {
        try {
            Path target = PARENT.resolve(hash());
            if (!Files.isDirectory(target)) {
                installLocked(target);
            }
            return new NpmClients(target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a script to its end. */
    public Ended run(String input, String script, String... args) throws IOException, InterruptedException {
        return run(Map.of(), input, script, args);
    }

    /** The same, with more in its environment. */
    public Ended run(Map<String, String> environment, String input, String script, String... args)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("node", directory.resolve(script).toString()));
        command.addAll(List.of(args));
        Path in = Files.writeString(Files.createTempFile("npm", ".in"), input);
        Path out = Files.createTempFile("npm", ".out");
        Path err = Files.createTempFile("npm", ".err");
        try {
            ProcessBuilder node = new ProcessBuilder(command)
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            node.environment().putAll(environment);
            int code = node.start().waitFor();
            return new Ended(code, Files.readString(out), Files.readString(err));
        } finally {
            for (Path file : List.of(in, out, err)) {
                Files.delete(file);
            }
        }
    }

    private static void installLocked(Path target) throws IOException {
        Files.createDirectories(PARENT);
        try (FileChannel channel =
                        FileChannel.open(PARENT.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !Files.isDirectory(target)) {
                deleteOthers();
                installNow(target);
            }
        }
    }

    /** Earlier versions, and what killed installations left. */
    private static void deleteOthers() throws IOException {
        try (Stream<Path> all = Files.walk(PARENT)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                if (!path.equals(PARENT) && !path.equals(PARENT.resolve(LOCK))) {
                    Files.delete(path);
                }
            }
        }
    }

    private static void installNow(Path target) throws IOException {
        System.out.println("Installing the npm clients of the tests (once) ...");
        Path unfinished = Files.createTempDirectory(PARENT, "unfinished-");
        for (String file : FILES) {
            Files.copy(SOURCE.resolve(file), unfinished.resolve(file));
        }
        NpmClient.ci(unfinished, System.out::println);
        Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        System.out.println("The npm clients are installed in " + target);
    }

    private static String hash() throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String file : FILES) {
                digest.update(Files.readAllBytes(SOURCE.resolve(file)));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
