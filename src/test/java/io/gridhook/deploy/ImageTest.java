package io.gridhook.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The image: its Dockerfile by rules, its scripts by running them. */
class ImageTest {
    private static final Path DOCKERIGNORE = Path.of(".dockerignore");
    /** What the official image of Java 17 sets (Azure/azure-functions-docker, host/4, java17), but for paths that are there alone. */
    private static final Map<String, String> BASE_IMAGE =
            Map.of("ASPNETCORE_URLS", "http://+:80", "FUNCTIONS_WORKER_RUNTIME", "java");

    @Test
    void the_dockerfile_is_right() throws IOException {
        assertEquals(
                List.of(), DockerfileRules.problems(DeployFiles.text("Dockerfile"), Files.readString(DOCKERIGNORE)));
    }

    @Test
    void it_exposes_the_ports_that_the_scripts_and_manifests_know() {
        Set<String> ports = Set.of("8080", "5888", "4438");
        assertEquals(ports, DockerfileRules.ports(DeployFiles.text("Dockerfile")));
        assertEquals(
                ports,
                Set.of(
                        Integer.toString(KubernetesRules.PORT),
                        Integer.toString(EdgeRules.HTTP),
                        Integer.toString(EdgeRules.HTTPS)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "java:4-java17\\nFROM | java:latest\\nFROM | FROM: ",
                "java:4-java17\\nFROM | java:4-java21\\nFROM | FROM: ",
                "mcr.microsoft.com/azure-functions | someone/functions | FROM: ",
                "USER 10001:10001 | USER root | USER: root",
                "USER 10001:10001\\n | ~~ | USER: root",
                "USER 10001:10001\\n | USER 10001:10001\\nRUN id\\n | RUN after USER",
                "COPY target | ADD target | ADD: ",
                "COPY target | ADD https://example.com/a.zip /a\\nCOPY target | ADD: ",
                "COPY target/azure-functions/gridhook | COPY src | COPY src",
                "AzureWebJobsDisableHomepage=true | GRIDHOOK_MANAGEMENT_KEY=abc | a secret in the image",
                "AzureWebJobsDisableHomepage=true | AzureWebJobsStorage=abc | a secret in the image",
                "ARG BASE | ARG NPM_TOKEN=x\\nARG BASE | a secret in the image",
                "EXPOSE 8080 | EXPOSE 80 | EXPOSE 80",
                "HEALTHCHECK | # HEALTHCHECK | HEALTHCHECK: missing",
                "ASPNETCORE_URLS=\"\" | GRIDHOOK_X=1 | ENV ASPNETCORE_URLS: none",
                "ASPNETCORE_URLS=\"\" | ASPNETCORE_URLS=http://+:80 | ENV ASPNETCORE_URLS: http://+:80",
                "ENTRYPOINT [\"/opt/gridhook/start.sh\"] | ENTRYPOINT /opt/gridhook/start.sh | ENTRYPOINT",
            })
    void a_dockerfile_that_is_wrong_is_refused(String from, String to, String problem) throws IOException {
        List<String> problems = DockerfileRules.problems(
                Edits.edit(DeployFiles.text("Dockerfile"), from, to), Files.readString(DOCKERIGNORE));
        assertTrue(problems.stream().anyMatch(line -> line.contains(problem)), problems::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "**/local.settings.json | which has keys",
                "* | lets everything in",
                "!deploy/start.sh | COPY deploy/start.sh"
            })
    void a_dockerignore_that_is_wrong_is_refused(String line, String problem) throws IOException {
        String ignored = Files.readString(DOCKERIGNORE)
                .lines()
                .filter(each -> !each.equals(line))
                .reduce("", (text, each) -> text + each + "\n");
        List<String> problems = DockerfileRules.problems(DeployFiles.text("Dockerfile"), ignored);
        assertTrue(problems.stream().anyMatch(each -> each.contains(problem)), problems::toString);
    }

    /** Behaviour §14: the module's ports, by its own setting. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "kubernetes, -, -, http://+:8080",
                "kubernetes, strict, -, http://+:8080",
                "-, -, -, http://+:8080",
                "edge, -, -, https://+:4438",
                "Edge, Strict, -, https://+:4438",
                "edge, enabled, -, http://+:5888;https://+:4438",
                "edge, disabled, -, http://+:5888",
                "edge, enabled, http://+:9000, http://+:9000",
            })
    void the_host_listens_where_it_is_told(
            String profile, String policy, String urls, String listens, @TempDir Path folder) throws Exception {
        Map<String, String> environment = new TreeMap<>();
        put(environment, "GRIDHOOK_PROFILE", profile);
        put(environment, "inbound__serverAuth__tlsPolicy", policy);
        put(environment, "ASPNETCORE_URLS", urls);
        environment.put(
                "Kestrel__Certificates__Default__Path",
                Files.createFile(folder.resolve("certificate.pem")).toString());
        Ended start = run("start.sh", environment);
        assertEquals(0, start.code, start.output);
        assertTrue(start.output.lines().anyMatch(("ASPNETCORE_URLS=" + listens)::equals), start.output);
    }

    /** As the container has it: what the base image sets, then what our Dockerfile sets, then what it is started with. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "kubernetes, -, http://+:8080",
                "edge, -, http://+:5888;https://+:4438",
                "kubernetes, http://+:9000, http://+:9000",
            })
    void the_base_images_port_is_not_listened_on(String profile, String urls, String listens, @TempDir Path folder)
            throws Exception {
        Map<String, String> environment = new TreeMap<>(BASE_IMAGE);
        environment.putAll(DockerfileRules.environment(DeployFiles.text("Dockerfile")));
        environment.put("GRIDHOOK_PROFILE", profile);
        environment.put("inbound__serverAuth__tlsPolicy", "enabled");
        environment.put(
                "Kestrel__Certificates__Default__Path",
                Files.createFile(folder.resolve("certificate.pem")).toString());
        put(environment, "ASPNETCORE_URLS", urls);
        Ended start = run("start.sh", environment);
        assertEquals(0, start.code, start.output);
        assertTrue(start.output.lines().anyMatch(("ASPNETCORE_URLS=" + listens)::equals), start.output);
    }

    /** Debian's sh would drop it, and queue triggers would run where they must not. */
    @Test
    void settings_with_dots_reach_the_host() throws Exception {
        Ended start = run("start.sh", Map.of("AzureWebJobs.Deliver.Disabled", "true"));
        assertTrue(start.output.lines().anyMatch("AzureWebJobs.Deliver.Disabled=true"::equals), start.output);
    }

    @ParameterizedTest
    @CsvSource({
        "maybe, inbound__serverAuth__tlsPolicy: maybe (expected: strict, enabled or disabled)",
        "strict, Kestrel__Certificates__Default__Path: /nowhere (expected: a certificate that can be read",
        "enabled, Kestrel__Certificates__Default__Path: /nowhere (expected: a certificate that can be read",
    })
    void a_start_that_cannot_be_is_refused_with_its_reason(String policy, String reason) throws Exception {
        Ended start = run(
                "start.sh",
                Map.of(
                        "GRIDHOOK_PROFILE",
                        "edge",
                        "inbound__serverAuth__tlsPolicy",
                        policy,
                        "Kestrel__Certificates__Default__Path",
                        "/nowhere"));
        assertEquals(64, start.code, start.output);
        assertTrue(start.output.startsWith("Gridhook: " + reason), start.output);
    }

    @ParameterizedTest
    @CsvSource({"200, true", "503, false", "404, false"})
    void the_container_is_as_healthy_as_the_app_says(int status, boolean isHealthy) throws Exception {
        HttpServer app = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        app.createContext("/", exchange -> {
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/health") ? status : 200, -1);
            exchange.close();
        });
        app.start();
        try {
            Ended health = run(
                    "health.sh",
                    Map.of("HEALTH_PORT", Integer.toString(app.getAddress().getPort())));
            assertEquals(isHealthy, health.code == 0, health.output);
        } finally {
            app.stop(0);
        }
    }

    @Test
    void nobody_there_is_not_healthy() throws Exception {
        int closed;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = free.getLocalPort();
        }
        assertTrue(run("health.sh", Map.of("HEALTH_PORT", Integer.toString(closed))).code != 0);
    }

    private static void put(Map<String, String> environment, String name, String value) {
        if (value != null) {
            environment.put(name, value);
        }
    }

    private record Ended(int code, String output) {}

    /** Runs a script with nothing but this environment; the host that it starts prints what it got. */
    private static Ended run(String script, Map<String, String> environment) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("bash", "deploy/" + script).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", System.getenv("PATH"));
        builder.environment().put("HOST_COMMAND", "env");
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertTrue(process.waitFor(20, TimeUnit.SECONDS), "it still runs");
        return new Ended(process.exitValue(), output);
    }
}
