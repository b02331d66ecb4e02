package io.gridhook.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What must hold of {@code deploy/edge}: of compose.yaml, of deployment.json, and of both together. Every problem is a line. */
final class EdgeRules {
    /** The module's own (behaviour §14). */
    static final int HTTP = 5888;

    static final int HTTPS = 4438;
    /** A twin holds no longer string in one piece. */
    private static final int CREATE_OPTIONS_MAX = 512;

    private static final Pattern ENDPOINT =
            Pattern.compile("(Blob|Queue|Table)Endpoint=http://([a-z]+):(\\d+)/([a-z0-9]+)");

    private final JsonNode compose;
    private final JsonNode modules;
    private final List<String> problems = new ArrayList<>();

    private EdgeRules(String compose, String deployment) {
        this.compose = DeployFiles.documents(compose).get(0);
        JsonNode manifest = withCreateOptions(DeployFiles.json(deployment));
        this.modules = manifest.path("modulesContent")
                .path("$edgeAgent")
                .path("properties.desired")
                .path("modules");
        Schemas.problems("compose-spec.schema.json", this.compose)
                .forEach(problem -> problems.add("compose.yaml: " + problem));
        Schemas.problems("iotedge.schema.json", manifest)
                .forEach(problem -> problems.add("deployment.json: " + problem));
        for (String text : List.of(compose, deployment)) {
            expect(!Secrets.areIn(text), "a secret in a file (expected: a variable)");
        }
    }

    /**
     * All that is wrong.
     *
     * @param azurite the version that the tests run with
     */
    static List<String> problems(String compose, String deployment, String azurite) {
        EdgeRules rules = new EdgeRules(compose, deployment);
        if (rules.problems.isEmpty()) {
            rules.checkSettings();
            rules.checkPorts();
            rules.checkStore(azurite);
            rules.checkRestart();
        }
        return rules.problems;
    }

    /**
     * The strings that hold Docker's options become objects; what is too long, or no string, becomes null, which the schema
     * refuses.
     */
    private static JsonNode withCreateOptions(JsonNode manifest) {
        JsonNode agent = manifest.path("modulesContent").path("$edgeAgent").path("properties.desired");
        for (String kind : List.of("systemModules", "modules")) {
            for (JsonNode module : agent.path(kind)) {
                JsonNode options = module.path("settings").path("createOptions");
                if (module.path("settings") instanceof ObjectNode settings) {
                    settings.set("createOptions", isReadable(options) ? DeployFiles.json(options.asText()) : null);
                }
            }
        }
        return manifest;
    }

    private static boolean isReadable(JsonNode options) {
        return options.isTextual() && options.asText().length() <= CREATE_OPTIONS_MAX;
    }

    /** Every name is read by somebody, the app starts with the values, and both files say the same. */
    private void checkSettings() {
        Map<String, String> composed = new TreeMap<>(DeployFiles.environment(service("gridhook"), AppFacts::secret));
        Map<String, String> deployed = DeployFiles.moduleEnvironment(modules.path("gridhook"), AppFacts::secret);
        expectEqual(composed.getOrDefault("GRIDHOOK_PROFILE", "none"), "edge", "GRIDHOOK_PROFILE");
        AppFacts.settingProblems(composed).forEach(problem -> problems.add("compose.yaml: " + problem));
        expectEqual(deployed, composed, "deployment.json: env");
        expectEqual(
                DeployFiles.moduleEnvironment(modules.path("azurite"), AppFacts::secret),
                DeployFiles.environment(service("azurite"), AppFacts::secret),
                "deployment.json: azurite: env");
    }

    private void checkPorts() {
        Set<String> composed = new TreeSet<>();
        service("gridhook").path("ports").forEach(port -> composed.add(port.asText()));
        expectEqual(composed, Set.of("127.0.0.1:5888:" + HTTP, "4438:" + HTTPS), "compose.yaml: ports");
        JsonNode bindings = module("gridhook").at("/HostConfig/PortBindings");
        Set<String> deployed = new TreeSet<>();
        bindings.properties().forEach(binding -> {
            JsonNode host = binding.getValue().path(0);
            String address = host.has("HostIp") ? host.path("HostIp").asText() + ":" : "";
            deployed.add(address + host.path("HostPort").asText() + ":"
                    + binding.getKey().replace("/tcp", ""));
        });
        expectEqual(deployed, composed, "deployment.json: PortBindings");
    }

    /** The connection string is Azurite's, which keeps its data in a volume, and is the version that the tests ran with. */
    private void checkStore(String azurite) {
        String connection = DeployFiles.environment(service("gridhook"), AppFacts::secret)
                .getOrDefault("AzureWebJobsStorage", "none");
        String accounts = service("azurite").at("/environment/AZURITE_ACCOUNTS").asText();
        Map<String, String> ports = new TreeMap<>();
        Matcher endpoint = ENDPOINT.matcher(connection);
        while (endpoint.find()) {
            ports.put(endpoint.group(1), endpoint.group(3));
            expect(
                    compose.path("services").has(endpoint.group(2)),
                    "AzureWebJobsStorage: no service " + endpoint.group(2));
            expect(
                    accounts.startsWith(endpoint.group(4) + ":"),
                    "AzureWebJobsStorage: no account " + endpoint.group(4));
        }
        expectEqual(ports, Map.of("Blob", "10000", "Queue", "10001", "Table", "10002"), "AzureWebJobsStorage: ports");
        expect(!connection.contains(" "), "AzureWebJobsStorage: a blank in it");
        String image = "mcr.microsoft.com/azure-storage/azurite:" + azurite;
        expectEqual(service("azurite").path("image").asText(), image, "compose.yaml: azurite: image");
        expectEqual(modules.at("/azurite/settings/image").asText(), image, "deployment.json: azurite: image");
        String volume = service("azurite").at("/volumes/0").asText();
        expect(
                volume.endsWith(":/data") && compose.path("volumes").has(volume.split(":", 2)[0]),
                "compose.yaml: azurite: volumes: " + volume + " (expected: a volume of its own at /data)");
        expect(
                module("azurite").at("/HostConfig/Binds/0").asText().endsWith(":/data"),
                "deployment.json: azurite: no volume at /data");
        List<String> composed = texts(service("azurite").path("command"));
        expect(composed.contains("--location=/data"), "compose.yaml: azurite: its data is not in /data");
        expect(!composed.contains("--inMemoryPersistence"), "compose.yaml: azurite: keeps nothing");
        expectEqual(texts(module("azurite").path("Cmd")), composed, "deployment.json: azurite: Cmd");
    }

    private void checkRestart() {
        for (String name : List.of("gridhook", "azurite")) {
            expectEqual(
                    service(name).path("restart").asText(), "unless-stopped", "compose.yaml: " + name + ": restart");
            expectEqual(modules.path(name).path("restartPolicy").asText(), "always", "deployment.json: " + name);
            String grace = service(name).path("stop_grace_period").asText("10s").replace("s", "");
            expectEqual(module(name).path("StopTimeout").asText(), grace, "deployment.json: " + name + ": StopTimeout");
            expect(
                    Integer.parseInt(grace) >= 30,
                    "compose.yaml: " + name + ": stop_grace_period (expected: 30s or more)");
            expect(
                    service(name).path("image").asText().matches(".*:[\\w.-]+}?")
                            && !service(name).path("image").asText().contains("latest"),
                    "compose.yaml: " + name + ": image without a version");
        }
        expect(service("gridhook").path("read_only").asBoolean(), "compose.yaml: gridhook: read_only");
        expect(
                module("gridhook").at("/HostConfig/ReadonlyRootfs").asBoolean(),
                "deployment.json: gridhook: ReadonlyRootfs");
    }

    private JsonNode service(String name) {
        return compose.path("services").path(name);
    }

    /** Docker's options of a module. */
    private JsonNode module(String name) {
        return modules.path(name).path("settings").path("createOptions");
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private void expectEqual(Object found, Object expected, String what) {
        expect(found.equals(expected), what + ": " + found + " (expected: " + expected + ")");
    }

    private void expect(boolean isSo, String problem) {
        if (!isSo) {
            problems.add(problem);
        }
    }
}
