package io.gridhook.bench;

import io.gridhook.client.Calls;
import io.gridhook.local.Azurite;
import io.gridhook.local.HostProcess;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Starts the local host again and again, on an account that has its tables and queues, and publishes every 5 ms until one is taken. The
 * class path holds jars alone, as the JVM takes only these into an archive.
 */
final class ColdStartBench {
    private static final Duration EVERY = Duration.ofMillis(5);
    private static final Duration MOST = Duration.ofSeconds(60);
    private static final Pattern LOADED = Pattern.compile("\\[class,load\\] (\\S+) source: (.*)");
    private static final Pattern COUNTER = Pattern.compile("(?m)^(sun\\.cls\\.time|sun\\.os\\.hrt\\.frequency)=(\\d+)");
    static final List<String> WORKER_OPTIONS =
            List.of("-XX:+TieredCompilation", "-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true");
    private static final String EVENT =
            "[{\"id\":\"1\",\"subject\":\"s\",\"eventType\":\"t\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":{}}]";

    private final Path directory;
    private final int rounds;
    private final Consumer<String> progress;
    private final HttpClient client = HttpClient.newHttpClient();

    ColdStartBench(Path directory, int rounds, Consumer<String> progress) {
        this.directory = directory;
        this.rounds = rounds;
        this.progress = progress;
    }

    /** The starts of each variant; they take turns, so that what changes on the machine meets all alike. */
    Map<ColdStart.Variant, List<ColdStart>> run() throws Exception {
        Map<ColdStart.Variant, List<ColdStart>> starts = new EnumMap<>(ColdStart.Variant.class);
        Files.createDirectories(directory);
        String classPath = jars();
        Path archive = directory.resolve("app.jsa");
        Files.deleteIfExists(archive);
        try (Azurite azurite =
                Azurite.start(Azurite.install(Path.of(""), progress), Optional.empty(), Azurite.Ports.FREE)) {
            Map<String, String> settings = Map.of("AzureWebJobsStorage", azurite.connectionString());
            String key = prepare(classPath, archive, settings);
            progress.accept("archive: " + Files.size(archive) / 1_000_000 + " MB");
            for (int round = 0; round < rounds; round++) {
                for (ColdStart.Variant variant : ColdStart.Variant.values()) {
                    ColdStart start = start(classPath, options(variant, archive), settings, key);
                    progress.accept(variant.title() + ": " + start);
                    starts.computeIfAbsent(variant, unused -> new ArrayList<>()).add(start);
                }
            }
        }
        return starts;
    }

    private static List<String> options(ColdStart.Variant variant, Path archive) {
        List<String> options = new ArrayList<>(variant == ColdStart.Variant.PLAIN ? List.of() : WORKER_OPTIONS);
        if (variant == ColdStart.Variant.WORKER_ARCHIVE) {
            options.add("-XX:SharedArchiveFile=" + archive);
        }
        return options;
    }

    /** Makes the topic, and the archive of what a host loads until it has published; the topic's key. */
    private String prepare(String classPath, Path archive, Map<String, String> settings) throws Exception {
        List<String> options = new ArrayList<>(WORKER_OPTIONS);
        Path list = directory.resolve("classes.list");
        options.add("-XX:DumpLoadedClassList=" + list);
        try (HostProcess host = HostProcess.start(directory.resolve("data"), classPath, options, settings)) {
            Calls calls = host.calls();
            String key = calls.createTopic("cold", "EventGridSchema");
            calls.publish("cold", key, EVENT);
            host.terminate();
            dump(classPath, list, archive);
            return key;
        }
    }

    /**
     * Without the classes of lambdas, with which JDK 17.0.15 crashes ({@code adjust_lambda_proxy_class_dictionary}), also with {@code
     * -XX:ArchiveClassesAtExit}.
     */
    private void dump(String classPath, Path list, Path archive) throws IOException, InterruptedException {
        List<String> classes = Files.readAllLines(list).stream()
                .filter(line -> !line.startsWith("@"))
                .toList();
        Files.write(list, classes);
        Path log = directory.resolve("dump.log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:dump",
                        "-XX:SharedClassListFile=" + list,
                        "-XX:SharedArchiveFile=" + archive,
                        "-cp",
                        classPath)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(MOST.toSeconds(), TimeUnit.SECONDS) || !Files.exists(archive)) {
            process.destroyForcibly();
            throw new IllegalStateException("no archive was written; see " + log);
        }
    }

    private ColdStart start(String classPath, List<String> options, Map<String, String> settings, String key)
            throws Exception {
        Path log = directory.resolve("classes.log");
        List<String> all = new ArrayList<>(options);
        all.add("-Xlog:class+load:file=" + log + ":tags");
        long from = System.nanoTime();
        try (HostProcess host = HostProcess.start(directory.resolve("data"), classPath, all, settings)) {
            publish(host.http(), key, from);
            double wall = (System.nanoTime() - from) / 1e9;
            double cpu = ProcessUse.of(host.pid()).cpuSeconds();
            return counted(wall, cpu, loadingSeconds(host.pid()), log);
        }
    }

    private void publish(URI host, String key, long from) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(host.resolve("/topics/cold/api/events"))
                .header("aeg-sas-key", key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(EVENT))
                .build();
        while (!isTaken(request)) {
            if (System.nanoTime() - from > MOST.toNanos()) {
                throw new IllegalStateException("no publish was taken within " + MOST);
            }
            LockSupport.parkNanos(EVERY.toNanos());
        }
    }

    private boolean isTaken(HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false; // it does not listen yet
        }
    }

    /** As the JVM counts it. */
    private static double loadingSeconds(long pid) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "PerfCounter.print").start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("jcmd does not end");
        }
        Map<String, Double> counters = new TreeMap<>();
        Matcher counter = COUNTER.matcher(text);
        while (counter.find()) {
            counters.put(counter.group(1), Double.valueOf(counter.group(2)));
        }
        return counters.getOrDefault("sun.cls.time", 0.0) / counters.getOrDefault("sun.os.hrt.frequency", 1e9);
    }

    private static ColdStart counted(double wall, double cpu, double loading, Path log) throws IOException {
        Map<String, Integer> classes = new TreeMap<>();
        int archived = 0;
        for (String line : Files.readAllLines(log)) {
            Matcher loaded = LOADED.matcher(line);
            if (loaded.find()) {
                classes.merge(owner(loaded.group(1)), 1, Integer::sum);
                archived += loaded.group(2).startsWith("shared objects file") ? 1 : 0;
            }
        }
        return new ColdStart(wall, cpu, loading, archived, classes);
    }

    private static String owner(String name) {
        Map<String, String> owners = Map.of(
                "io.gridhook.", "Gridhook",
                "com.azure.", "Azure SDK",
                "reactor.", "Reactor",
                "com.fasterxml.", "Jackson",
                "org.apache.hc.", "Apache HttpClient");
        return owners.entrySet().stream()
                .filter(owner -> name.startsWith(owner.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(name.matches("(java|javax|jdk|sun|com\\.sun)\\..*") ? "JDK" : "others");
    }

    /** The class path of this process, its directories as jars; without the tests' classes. */
    private String jars() throws IOException {
        List<String> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path file = Path.of(entry);
            if (entry.isEmpty()) {
                continue;
            }
            if (!Files.isDirectory(file)) {
                path.add(entry);
            } else if (!file.endsWith("test-classes")) {
                path.add(jar(file, directory.resolve("app-" + path.size() + ".jar"))
                        .toString());
            }
        }
        return String.join(File.pathSeparator, path);
    }

    private static Path jar(Path from, Path to) throws IOException {
        try (OutputStream file = Files.newOutputStream(to);
                JarOutputStream jar = new JarOutputStream(file);
                Stream<Path> walk = Files.walk(from)) {
            for (Path each : walk.filter(Files::isRegularFile).sorted().toList()) {
                jar.putNextEntry(new JarEntry(from.relativize(each).toString()));
                Files.copy(each, jar);
                jar.closeEntry();
            }
        }
        return to;
    }

    /** Least and most of a figure. */
    static String range(List<ColdStart> starts, ToDoubleFunction<ColdStart> figure) {
        double least = starts.stream().mapToDouble(figure).min().orElse(0);
        double most = starts.stream().mapToDouble(figure).max().orElse(0);
        return String.format(Locale.ROOT, "%.2f to %.2f", least, most);
    }
}
