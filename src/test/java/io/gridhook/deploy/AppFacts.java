package io.gridhook.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import io.gridhook.functions.App;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the app itself says about its functions and settings, for what is deployed to agree with. */
final class AppFacts {
    /** Settings that are the Functions host's, Kestrel's or the JVM's. */
    private static final Set<String> HOSTS = Set.of(
            "AzureWebJobsScriptRoot",
            "AzureWebJobsDisableHomepage",
            "AzureFunctionsWebHost__hostid",
            "AzureFunctionsJobHost__Logging__Console__IsEnabled",
            "AzureFunctionsJobHost__extensions__http__maxConcurrentRequests",
            "FUNCTIONS_REQUEST_BODY_SIZE_LIMIT",
            "JAVA_TOOL_OPTIONS",
            "Kestrel__Certificates__Default__Path",
            "Kestrel__Certificates__Default__KeyPath");

    private AppFacts() {}

    /**
     * A function.
     *
     * @param route empty but for those that HTTP triggers
     * @param queue empty but for those that a queue triggers
     */
    record Function(String name, Optional<String> route, Optional<String> queue) {
        boolean isHttp() {
            return route.isPresent();
        }
    }

    /** All functions by their names. */
    static Map<String, Function> functions() {
        Map<String, Function> functions = new TreeMap<>();
        try (App app = new App(localSettings(), UnaryOperator.identity())) {
            for (Class<?> type : app.functionClasses()) {
                Stream.of(type.getMethods())
                        .filter(method -> method.isAnnotationPresent(FunctionName.class))
                        .map(AppFacts::function)
                        .forEach(function -> functions.put(function.name(), function));
            }
        }
        return functions;
    }

    private static Function function(Method method) {
        Optional<HttpTrigger> http = trigger(method, HttpTrigger.class);
        return new Function(
                method.getAnnotation(FunctionName.class).value(),
                http.map(HttpTrigger::route),
                trigger(method, QueueTrigger.class).map(QueueTrigger::queueName));
    }

    private static <T extends Annotation> Optional<T> trigger(Method method, Class<T> type) {
        return Arrays.stream(method.getParameters())
                .map((Parameter parameter) -> parameter.getAnnotation(type))
                .filter(annotation -> annotation != null)
                .findFirst();
    }

    /** Settings that tell which of them were asked for. */
    private static final class AskedMap extends AbstractMap<String, String> {
        private final Map<String, String> settings;
        private final Set<String> asked;

        AskedMap(Map<String, String> settings, Set<String> asked) {
            this.settings = settings;
            this.asked = asked;
        }

        @Override
        public @Nullable String get(Object name) {
            asked.add(String.valueOf(name));
            return settings.get(name);
        }

        @Override
        public Set<Entry<String, String>> entrySet() {
            return settings.entrySet();
        }
    }

    /** What is wrong with settings: a name that nobody reads, or what the app says at its start. */
    static List<String> settingProblems(Map<String, String> settings) {
        Set<String> asked = new TreeSet<>(HOSTS);
        List<String> problems = new ArrayList<>();
        try (App app = new App(new AskedMap(settings, asked), UnaryOperator.identity())) {
            asked.add(app.settings().profile());
        } catch (IllegalArgumentException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        Set<String> functions = functions().keySet();
        for (String name : settings.keySet()) {
            boolean isFunctions = name.matches("AzureFunctionsJobHost__functions__\\d+")
                    || (name.matches("AzureWebJobs\\.\\w+\\.Disabled") && functions.contains(name.split("\\.", -1)[1]));
            if (!asked.contains(name) && !isFunctions) {
                problems.add(name + ": nobody reads it");
            }
        }
        return problems;
    }

    /** How many messages of one queue an instance has under way: host.json. */
    static int messagesAtOnce() {
        JsonNode queues = hostJson().at("/extensions/queues");
        return queues.path("batchSize").asInt()
                + queues.path("newBatchThreshold").asInt();
    }

    /** For a secret that somebody makes: long enough, and base64 of 32 bytes where that is asked for. */
    static String secret(String name) {
        byte[] bytes = Arrays.copyOf(name.getBytes(java.nio.charset.StandardCharsets.US_ASCII), 32);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static JsonNode hostJson() {
        try {
            return DeployFiles.json(Files.readString(Path.of("host.json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> localSettings() {
        try {
            Map<String, String> settings = new TreeMap<>();
            DeployFiles.json(Files.readString(Path.of("local.settings.json")))
                    .path("Values")
                    .properties()
                    .forEach(value ->
                            settings.put(value.getKey(), value.getValue().asText()));
            return settings;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
