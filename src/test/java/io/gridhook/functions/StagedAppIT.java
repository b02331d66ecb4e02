package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import io.gridhook.adapter.storage.SharedAzurite;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code mvn package} stages, which is what Azure runs (functions-runtime §1, §5). */
class StagedAppIT {
    private static final Path STAGING = Path.of(System.getProperty("stagingDirectory", "missing"));
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ALL_METHODS = "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS";
    private static final Map<String, String> SETTINGS = Map.of(
            "AzureWebJobsStorage", SharedAzurite.connectionString(),
            "GRIDHOOK_MANAGEMENT_KEY", "a key of this test alone",
            "GRIDHOOK_ENCRYPTION_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
            "GRIDHOOK_CREATE_STORAGE", "true");

    @Test
    void every_function_is_staged_with_its_trigger() throws Exception {
        assertEquals(
                """
                Arm httpTrigger ANONYMOUS %1$s subscriptions/{*path}
                Dashboard httpTrigger ANONYMOUS GET,HEAD /
                DashboardFile httpTrigger ANONYMOUS GET,HEAD dashboard/{file}
                DeadLetter queueTrigger deadletters AzureWebJobsStorage
                DeadLetterOne httpTrigger ANONYMOUS GET manage/deadletters/letter
                DeadLetters httpTrigger ANONYMOUS GET manage/deadletters
                Deliver queueTrigger deliveries AzureWebJobsStorage
                Deliveries httpTrigger ANONYMOUS GET manage/deliveries
                EventSubscription httpTrigger ANONYMOUS %1$s %2$s
                EventSubscriptionDisable httpTrigger ANONYMOUS %1$s %2$s/disable
                EventSubscriptionEnable httpTrigger ANONYMOUS %1$s %2$s/enable
                EventSubscriptionGetDeliveryAttributes httpTrigger ANONYMOUS %1$s %2$s/getDeliveryAttributes
                EventSubscriptionGetFullUrl httpTrigger ANONYMOUS %1$s %2$s/getFullUrl
                EventSubscriptionListSigningSecrets httpTrigger ANONYMOUS %1$s %2$s/listSigningSecrets
                EventSubscriptionPause httpTrigger ANONYMOUS %1$s %2$s/pause
                EventSubscriptionResume httpTrigger ANONYMOUS %1$s %2$s/resume
                EventSubscriptionRotateSigningSecret httpTrigger ANONYMOUS %1$s %2$s/rotateSigningSecret
                EventSubscriptionSendTestEvent httpTrigger ANONYMOUS %1$s %2$s/sendTestEvent
                EventSubscriptionTest httpTrigger ANONYMOUS %1$s %2$s/test
                EventSubscriptions httpTrigger ANONYMOUS %1$s topics/{topic}/eventSubscriptions
                EventWhy httpTrigger ANONYMOUS GET manage/events/{*id}
                Health httpTrigger ANONYMOUS GET,HEAD health
                Ledger httpTrigger ANONYMOUS GET manage/ledger
                ManageImport httpTrigger ANONYMOUS %1$s manage/import
                Metrics httpTrigger ANONYMOUS GET metrics
                OpenApi httpTrigger ANONYMOUS GET,HEAD openapi.json
                Overview httpTrigger ANONYMOUS GET manage/overview
                Publish httpTrigger ANONYMOUS %1$s topics/{topic}/api/events
                PublishDefaultTopic httpTrigger ANONYMOUS %1$s api/events
                PublishDomain httpTrigger ANONYMOUS %1$s domains/{domain}/api/events
                PublishEdge httpTrigger ANONYMOUS %1$s topics/{topic}/events
                Redrive httpTrigger ANONYMOUS GET manage/redrives/{id}
                RedriveCancel httpTrigger ANONYMOUS POST manage/redrives/{id}/cancel
                RedrivePause httpTrigger ANONYMOUS POST manage/redrives/{id}/pause
                RedriveResume httpTrigger ANONYMOUS POST manage/redrives/{id}/resume
                RedriveWork queueTrigger redrives AzureWebJobsStorage
                Redrives httpTrigger ANONYMOUS %1$s manage/redrives
                Retry queueTrigger retries AzureWebJobsStorage
                Settings httpTrigger ANONYMOUS GET manage/settings
                Sweep timerTrigger 0 */5 * * * *
                Topic httpTrigger ANONYMOUS %1$s topics/{topic}
                TopicListKeys httpTrigger ANONYMOUS %1$s topics/{topic}/listKeys
                TopicRegenerateKey httpTrigger ANONYMOUS %1$s topics/{topic}/regenerateKey
                Topics httpTrigger ANONYMOUS %1$s topics
                ValidateDomainEndpoint httpTrigger ANONYMOUS %1$s domains/{domain}/%3$s/validate
                ValidateDomainTopicEndpoint httpTrigger ANONYMOUS %1$s domains/{domain}/%2$s/validate
                ValidateEndpoint httpTrigger ANONYMOUS %1$s %2$s/validate
                """.formatted(
                                ALL_METHODS,
                                "topics/{topic}/eventSubscriptions/{eventSubscription}",
                                "eventSubscriptions/{eventSubscription}"),
                triggers());
    }

    @Test
    void every_annotated_method_is_staged_and_nothing_else() throws Exception {
        Map<String, String> annotated = new TreeMap<>();
        try (App app = new App(SETTINGS, UnaryOperator.identity())) {
            for (Class<?> type : app.functionClasses()) {
                for (Method method : type.getMethods()) {
                    FunctionName name = method.getAnnotation(FunctionName.class);
                    if (name != null) {
                        annotated.put(name.value(), type.getName() + "." + method.getName());
                    }
                }
            }
        }
        Map<String, String> staged = new TreeMap<>();
        functions()
                .forEach(
                        (name, json) -> staged.put(name, json.path("entryPoint").asText()));
        assertEquals(annotated, staged);
    }

    /** Functions-runtime §5: relative to the function's own directory. */
    @Test
    void every_script_file_is_the_jar() throws Exception {
        for (Map.Entry<String, JsonNode> function : functions().entrySet()) {
            String scriptFile = function.getValue().path("scriptFile").asText("missing");
            Path jar = STAGING.resolve(function.getKey()).resolve(scriptFile).normalize();
            assertEquals(jar(), jar, function.getKey());
        }
    }

    /** The host refuses them. */
    @Test
    void no_route_is_reserved() throws Exception {
        for (JsonNode function : functions().values()) {
            String route = function.path("bindings").path(0).path("route").asText("");
            assertFalse(route.matches("(?i)/?(admin|runtime)(/.*)?"), route);
        }
    }

    /** Core Tools are asked for without the bundle; with another encoding the host would not read our messages. */
    @Test
    void the_hosts_settings_are_those_that_the_app_needs() throws Exception {
        JsonNode host = JSON.readTree(STAGING.resolve("host.json").toFile());
        assertEquals(
                "Microsoft.Azure.Functions.ExtensionBundle",
                host.at("/extensionBundle/id").asText());
        assertEquals("[4.*, 5.0.0)", host.at("/extensionBundle/version").asText());
        assertEquals("none", host.at("/extensions/queues/messageEncoding").asText());
        assertEquals("", host.at("/extensions/http/routePrefix").asText("missing"));
        assertTrue(host.at("/extensions/queues/maxDequeueCount").asInt() >= 1_000_000, host.toString());
    }

    /** Neither the local host, nor the command line, nor a test. */
    @Test
    void the_jar_has_the_apps_classes_alone() throws Exception {
        Path classes = codeSource(App.class);
        Path testClasses = codeSource(StagedAppIT.class);
        try (JarFile jar = new JarFile(jar().toFile());
                Stream<Path> compiled = Files.walk(classes)) {
            List<String> staged = jar.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .sorted()
                    .toList();
            List<String> expected = compiled.map(
                            file -> classes.relativize(file).toString().replace(File.separatorChar, '/'))
                    .filter(name -> name.endsWith(".class") && !name.matches("io/gridhook/(local|ctl)/.*"))
                    .sorted()
                    .toList();
            assertEquals(expected, staged);
            List<String> tests = staged.stream()
                    .filter(name -> !name.endsWith("package-info.class") && Files.exists(testClasses.resolve(name)))
                    .toList();
            assertEquals(List.of(), tests);
        }
    }

    @Test
    void the_libraries_are_those_that_the_app_needs_alone() throws Exception {
        try (Stream<Path> files = Files.list(STAGING.resolve("lib"))) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            assertTrue(names.stream().anyMatch(name -> name.startsWith("azure-storage-queue-")), names.toString());
            List<String> strangers = names.stream()
                    .filter(name -> name.matches("(picocli|junit|archunit|mockito|azure-messaging-eventgrid|slf4j-nop"
                            + "|azure-core-http-netty|netty|opentest4j|gson|azure-functions-java-(spi|core)).*"))
                    .toList();
            assertEquals(List.of(), strangers);
        }
    }

    /** The worker finds the injector so, and takes one only. */
    @Test
    void the_jar_names_an_injector_that_it_has() throws Exception {
        try (JarFile jar = new JarFile(jar().toFile())) {
            JarEntry service = jar.getJarEntry("META-INF/services/" + FunctionInstanceInjector.class.getName());
            String injector = new String(jar.getInputStream(service).readAllBytes(), StandardCharsets.UTF_8).strip();
            assertEquals(AppInjector.class.getName(), injector);
            assertTrue(jar.getJarEntry(injector.replace('.', '/') + ".class") != null, injector);
        }
    }

    /** With what was staged and the worker's own interfaces, in a process whose environment has the settings; storage is set up. */
    @Test
    void the_worker_can_make_every_function(@TempDir Path directory) throws Exception {
        List<String> entryPoints = functions().values().stream()
                .map(function -> function.path("entryPoint").asText())
                .toList();
        Path probe = Files.createDirectories(directory.resolve("io/gridhook/functions"));
        String name = StagedAppProbe.class.getSimpleName() + ".class";
        Files.copy(
                codeSource(StagedAppProbe.class)
                        .resolve("io/gridhook/functions")
                        .resolve(name),
                probe.resolve(name));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(
                        File.pathSeparator,
                        directory.toString(),
                        codeSource(ExecutionContext.class).toString(),
                        codeSource(FunctionInstanceInjector.class).toString()),
                StagedAppProbe.class.getName(),
                STAGING.toString()));
        command.addAll(entryPoints);
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(SETTINGS);
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it still runs");
        } finally {
            process.destroyForcibly();
        }
        assertEquals(0, process.exitValue(), Files.readString(err));
        assertEquals(entryPoints, Files.readAllLines(out));
        assertEquals("", Files.readString(err), "SLF4J and others have nothing to complain about");
    }

    private static String triggers() throws IOException {
        StringBuilder text = new StringBuilder();
        functions().forEach((name, json) -> text.append(name)
                .append(' ')
                .append(trigger(json.path("bindings").path(0)))
                .append('\n'));
        return text.toString();
    }

    private static String trigger(JsonNode binding) {
        String type = binding.path("type").asText();
        return switch (type) {
            case "queueTrigger" ->
                type + " " + binding.path("queueName").asText() + " "
                        + binding.path("connection").asText();
            case "timerTrigger" -> type + " " + binding.path("schedule").asText();
            default -> {
                List<String> methods = new ArrayList<>();
                binding.path("methods").forEach(method -> methods.add(method.asText()));
                yield type + " " + binding.path("authLevel").asText() + " " + String.join(",", methods) + " "
                        + binding.path("route").asText();
            }
        };
    }

    /** The function.json files by the names of their directories. */
    private static Map<String, JsonNode> functions() throws IOException {
        TreeMap<String, JsonNode> functions = new TreeMap<>();
        try (Stream<Path> directories = Files.list(STAGING)) {
            for (Path directory : directories.toList()) {
                Path json = directory.resolve("function.json");
                if (Files.exists(json)) {
                    functions.put(directory.getFileName().toString(), JSON.readTree(json.toFile()));
                }
            }
        }
        return functions;
    }

    private static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(STAGING)) {
            List<Path> jars =
                    files.filter(file -> file.toString().endsWith(".jar")).toList();
            assertEquals(1, jars.size(), jars.toString());
            return jars.get(0);
        }
    }

    private static Path codeSource(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
