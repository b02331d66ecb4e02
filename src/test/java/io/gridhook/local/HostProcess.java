package io.gridhook.local;

import io.gridhook.client.Calls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The local host as a process of its own, on free ports, with its Azurite and its data in a directory of the test's. */
public final class HostProcess implements AutoCloseable {
    private static final Pattern HTTP = Pattern.compile("  HTTP +(http://\\S+)");
    private static final long SECONDS_MAX = 60;
    private static final String LEASE = "--lease=PT10S";
    private static final int LINES_KEPT = 300;

    private final Path data;
    private final Process process;
    private final CompletableFuture<URI> http = new CompletableFuture<>();
    private final Deque<String> lastLines = new ArrayDeque<>();

    private HostProcess(Path data, Process process) {
        this.data = data;
        this.process = process;
        Thread reader = new Thread(this::read, "host-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts it and waits until it answers. */
    public static HostProcess start(Path data, List<String> javaOptions, Map<String, String> settings)
            throws Exception {
        return start(data, System.getProperty("java.class.path"), javaOptions, settings);
    }

    /** Like {@link #start(Path, List, Map)}, from a class path of the test's. */
    public static HostProcess start(Path data, String classPath, List<String> javaOptions, Map<String, String> settings)
            throws Exception {
        return start(data, classPath, javaOptions, settings, List.of());
    }

    /** Like {@link #start(Path, List, Map)}, with further arguments of the local host's; nobody waits a minute for a killed run's lease. */
    static HostProcess start(
            Path data, String classPath, List<String> javaOptions, Map<String, String> settings, List<String> more)
            throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "--port=0",
                "--data=" + data,
                "--azurite-blob-port=0",
                "--azurite-queue-port=0",
                "--azurite-table-port=0"));
        arguments.addAll(more);
        if (more.stream().noneMatch(each -> each.startsWith("--lease="))) {
            arguments.add(LEASE);
        }
        return start(data, command(Path.of(""), classPath, javaOptions, settings, arguments));
    }

    /** Starts it in a project of the test's, with the storage account that {@code settings} name. */
    static HostProcess startIn(Path project, List<String> javaOptions, Map<String, String> settings) throws Exception {
        String classPath = System.getProperty("java.class.path");
        return start(project, command(project, classPath, javaOptions, settings, List.of("--port=0", LEASE)));
    }

    private static HostProcess start(Path data, ProcessBuilder builder) throws Exception {
        HostProcess host =
                new HostProcess(data, builder.redirectErrorStream(true).start());
        try {
            host.http();
            return host;
        } catch (Throwable e) {
            host.close();
            throw e;
        }
    }

    /** How to run it in {@code project}, whatever storage account this process's environment names. */
    static ProcessBuilder command(
            Path project,
            String classPath,
            List<String> javaOptions,
            Map<String, String> settings,
            List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", classPath, LocalHost.class.getName()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toAbsolutePath().toFile());
        builder.environment().keySet().removeIf(name -> name.matches("(AzureWebJobs|GRIDHOOK_).*"));
        builder.environment().putAll(settings);
        return builder;
    }

    public Calls calls() throws Exception {
        return new Calls(http(), TestHost.MANAGEMENT_KEY);
    }

    /** Where it serves HTTP. */
    public URI http() throws Exception {
        try {
            return http.get(SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("the host does not run: " + lines(), e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Its Azurite. */
    ProcessHandle azurite() {
        try {
            String pid = Files.readString(data.resolve("azurite.pid")).strip();
            return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@code kill -9} does. */
    void kill() throws Exception {
        process.destroyForcibly();
        ended();
    }

    /** As Ctrl-C and {@code kill} do; the exit code. */
    public int terminate() throws Exception {
        // Not Process.destroy(), which closes its streams as well.
        process.toHandle().destroy();
        return ended();
    }

    private int ended() throws InterruptedException {
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new AssertionError("the host does not end: " + lines());
        }
        return process.exitValue();
    }

    /** The last of what it printed. */
    public synchronized String lines() {
        return String.join("\n", lastLines);
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                note(line);
            }
        } catch (IOException e) {
            note(e.toString());
        }
        http.completeExceptionally(new IOException("it ended"));
    }

    private synchronized void note(String line) {
        lastLines.add(line);
        if (lastLines.size() > LINES_KEPT) {
            lastLines.remove();
        }
        Matcher matcher = HTTP.matcher(line);
        if (matcher.matches()) {
            http.complete(URI.create(matcher.group(1)));
        }
    }

    /** Ends it if it still runs; its Azurite ends with it, and is waited for, as it writes into the test's directory. */
    @Override
    public void close() {
        Optional<ProcessHandle> azurite =
                process.descendants().filter(HostProcess::isNode).findFirst();
        process.destroyForcibly().onExit().join();
        azurite.ifPresent(
                node -> node.onExit().orTimeout(SECONDS_MAX, TimeUnit.SECONDS).join());
    }

    private static boolean isNode(ProcessHandle handle) {
        return handle.info()
                .command()
                .filter(command -> command.contains("node"))
                .isPresent();
    }
}
