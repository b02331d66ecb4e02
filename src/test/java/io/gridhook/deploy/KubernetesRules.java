package io.gridhook.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What must hold of {@code deploy/kubernetes}; every problem is a line. */
final class KubernetesRules {
    /** Made by whoever deploys, as it holds secrets. */
    static final String SECRET = "gridhook-keys";

    static final int PORT = 8080;
    /** Run in every pod: for the probe and the counters. */
    private static final Set<String> EVERYWHERE = Set.of("Health", "Metrics");

    private final Map<String, String> files;
    private final List<JsonNode> objects = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private KubernetesRules(Map<String, String> files) {
        this.files = files;
    }

    /** All that is wrong with the files, by their names. */
    static List<String> problems(Map<String, String> files) {
        KubernetesRules rules = new KubernetesRules(files);
        rules.checkSchemas();
        if (rules.problems.isEmpty()) {
            rules.checkKustomization();
            rules.checkWhatStands();
            rules.checkReferences();
            rules.checkSettings();
            rules.checkFunctions();
            rules.checkScaling();
            rules.checkPods();
        }
        return rules.problems;
    }

    private void checkSchemas() {
        files.forEach((file, text) -> {
            for (JsonNode document : DeployFiles.documents(text)) {
                Schemas.manifestProblem(document).ifPresent(problem -> problems.add(file + ": " + problem));
                objects.add(document);
            }
        });
    }

    private void checkKustomization() {
        JsonNode kustomization = all("Kustomization").findFirst().orElseThrow();
        Set<String> listed = new TreeSet<>(List.of("kustomization.yaml", "ingress.yaml"));
        kustomization.path("resources").forEach(resource -> listed.add(resource.asText()));
        expect(listed.equals(files.keySet()), "kustomization.yaml: resources: " + listed + " (expected: each file)");
        Set<String> pinned = new TreeSet<>();
        for (JsonNode image : kustomization.path("images")) {
            if (image.path("newTag").asText("latest").matches("\\d.*") || image.has("digest")) {
                pinned.add(image.path("name").asText());
            }
        }
        all("Deployment")
                .map(deployment -> container(deployment).path("image").asText())
                .filter(image -> !pinned.contains(image))
                .forEach(image -> problems.add("kustomization.yaml: images: " + image + " has no version"));
    }

    /** Deleting what the folder applies must not delete the Secret, and KEDA has no identity of its own. */
    private void checkWhatStands() {
        expect(
                all("Namespace").findAny().isEmpty(),
                "Namespace: in a file (expected: made once, as it holds the keys)");
        String identity = all("ServiceAccount")
                .map(account -> account.at("/metadata/annotations").path("azure.workload.identity/client-id"))
                .map(JsonNode::asText)
                .findFirst()
                .orElse("none");
        all("TriggerAuthentication")
                .forEach(authentication -> expectEqual(
                        authentication.at("/spec/podIdentity/identityId").asText("none"),
                        identity,
                        "KEDA: identityId"));
    }

    private void checkReferences() {
        all("HorizontalPodAutoscaler").forEach(hpa -> expectNamed("Deployment", hpa.at("/spec/scaleTargetRef/name")));
        all("ScaledObject").forEach(scaled -> {
            expectNamed("Deployment", scaled.at("/spec/scaleTargetRef/name"));
            scaled.at("/spec/triggers")
                    .forEach(trigger -> expectNamed("TriggerAuthentication", trigger.at("/authenticationRef/name")));
        });
        all("Deployment").forEach(deployment -> {
            JsonNode labels = deployment.at("/spec/template/metadata/labels");
            expectSelects(deployment, deployment.at("/spec/selector/matchLabels"), labels);
            expectNamed("ServiceAccount", pod(deployment).path("serviceAccountName"));
            container(deployment).path("envFrom").forEach(from -> {
                if (from.has("configMapRef")) {
                    expectNamed("ConfigMap", from.at("/configMapRef/name"));
                } else {
                    expectEqual(from.at("/secretRef/name").asText(), SECRET, name(deployment) + ": envFrom");
                }
            });
        });
        Stream.of("Service", "PodDisruptionBudget").flatMap(this::all).forEach(object -> {
            JsonNode selector = object.at("/spec/selector");
            JsonNode labels = selector.has("matchLabels") ? selector.path("matchLabels") : selector;
            expect(
                    all("Deployment").anyMatch(deployment -> selects(labels, podLabels(deployment))),
                    name(object) + ": selector: " + labels + " (expected: the labels of a Deployment's pods)");
        });
        all("Service")
                .forEach(service ->
                        expectEqual(service.at("/spec/ports/0/targetPort").asText(), "http", "targetPort"));
        all("Ingress").forEach(ingress -> ingress.at("/spec/rules").forEach(rule -> rule.at("/http/paths")
                .forEach(path -> expectNamed("Service", path.at("/backend/service/name")))));
        all("NetworkPolicy").forEach(policy -> {
            expectEqual(policy.at("/spec/ingress/0/ports/0/port").asInt(), PORT, "NetworkPolicy: ingress");
            for (JsonNode rule : policy.at("/spec/egress")) {
                expect(
                        rule.path("to").findValue("namespaceSelector") != null,
                        "NetworkPolicy: egress: blocks of addresses alone (expected: a namespaceSelector, for DNS)");
            }
        });
    }

    private void checkSettings() {
        all("ConfigMap").forEach(map -> map.path("data")
                .properties()
                .forEach(entry -> expect(entry.getValue().isTextual(), entry.getKey() + ": not a string")));
        all("Deployment").forEach(deployment -> {
            // The client's models take any value that is no object; the cluster does not.
            container(deployment)
                    .path("env")
                    .forEach(entry -> expect(
                            entry.path("value").isTextual(), entry.path("name").asText() + ": not a string"));
            Map<String, String> settings = settings(deployment);
            expectEqual(settings.getOrDefault("GRIDHOOK_PROFILE", "none"), "kubernetes", "GRIDHOOK_PROFILE");
            AppFacts.settingProblems(settings).forEach(problem -> problems.add(name(deployment) + ": " + problem));
        });
        expect(all("Secret").findAny().isEmpty(), "Secret: in a file (expected: made by who deploys)");
        objects.stream()
                .map(JsonNode::toString)
                .filter(Secrets::areIn)
                .forEach(
                        object -> problems.add("a secret is in " + object.substring(0, Math.min(80, object.length()))));
    }

    /** Whoever serves HTTP leaves queues and timers alone; the others take them all; nothing is left to nobody. */
    private void checkFunctions() {
        Map<String, AppFacts.Function> functions = AppFacts.functions();
        Set<String> http = new TreeSet<>();
        Set<String> triggered = new TreeSet<>();
        functions.values().forEach(function -> (function.isHttp() ? http : triggered).add(function.name()));
        expectEqual(enabled(named("gridhook-http"), functions.keySet()), http, "gridhook-http: functions");
        triggered.addAll(EVERYWHERE);
        expectEqual(enabled(named("gridhook-queues"), functions.keySet()), triggered, "gridhook-queues: functions");
    }

    private void checkScaling() {
        Set<String> queues = new TreeSet<>();
        AppFacts.functions().values().forEach(function -> function.queue().ifPresent(queues::add));
        Set<String> asked = new TreeSet<>();
        String account = all("ConfigMap")
                .map(map -> map.at("/data/AzureWebJobsStorage__accountName").asText())
                .findFirst()
                .orElse("none");
        all("ScaledObject").forEach(scaled -> {
            expect(
                    scaled.at("/spec/minReplicaCount").asInt() >= 1,
                    "ScaledObject: minReplicaCount (expected: 1 or more)");
            for (JsonNode trigger : scaled.at("/spec/triggers")) {
                JsonNode metadata = trigger.path("metadata");
                String queue = metadata.path("queueName").asText();
                asked.add(queue);
                expectEqual(trigger.path("type").asText(), "azure-queue", queue + ": type");
                expectEqual(metadata.path("queueLength").asInt(), AppFacts.messagesAtOnce(), queue + ": queueLength");
                expectEqual(
                        metadata.path("queueLengthStrategy").asText(), "visibleonly", queue + ": queueLengthStrategy");
                expectEqual(metadata.path("accountName").asText(), account, queue + ": accountName");
            }
        });
        expectEqual(asked, queues, "ScaledObject: queues");
        all("HorizontalPodAutoscaler")
                .forEach(hpa -> expect(
                        hpa.at("/spec/minReplicas").asInt() >= 2,
                        "HorizontalPodAutoscaler: minReplicas (expected: 2 or more)"));
    }

    private void checkPods() {
        Map<String, AppFacts.Function> functions = AppFacts.functions();
        all("Deployment").forEach(deployment -> {
            Set<String> routes = new TreeSet<>();
            enabled(deployment, functions.keySet()).stream()
                    .filter(functions::containsKey)
                    .forEach(name -> functions.get(name).route().ifPresent(route -> routes.add("/" + route)));
            problems.addAll(PodRules.problems(deployment, routes));
        });
    }

    /** What a Deployment's pods are told, with secrets as somebody might make them. */
    Map<String, String> settings(JsonNode deployment) {
        Map<String, String> settings = new TreeMap<>();
        all("ConfigMap").forEach(map -> map.path("data")
                .properties()
                .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText())));
        settings.put("GRIDHOOK_MANAGEMENT_KEY", AppFacts.secret("management"));
        settings.put("GRIDHOOK_ENCRYPTION_KEY", AppFacts.secret("encryption"));
        container(deployment)
                .path("env")
                .forEach(entry -> settings.put(
                        entry.path("name").asText(), entry.path("value").asText()));
        return settings;
    }

    /** The settings of a Deployment of the checked-in files. */
    static Map<String, String> settingsOf(String deployment) {
        KubernetesRules rules = new KubernetesRules(DeployFiles.kubernetes());
        rules.checkSchemas();
        return rules.settings(rules.named(deployment));
    }

    private Set<String> enabled(JsonNode deployment, Set<String> all) {
        Map<String, String> settings = settings(deployment);
        Set<String> listed = new TreeSet<>();
        settings.forEach((name, value) -> {
            if (name.startsWith("AzureFunctionsJobHost__functions__")) {
                listed.add(value);
            }
        });
        Set<String> enabled = new TreeSet<>(listed.isEmpty() ? all : listed);
        enabled.removeIf(name ->
                settings.getOrDefault("AzureWebJobs." + name + ".Disabled", "").equals("true"));
        return enabled;
    }

    private JsonNode named(String deployment) {
        return all("Deployment")
                .filter(each -> name(each).equals(deployment))
                .findFirst()
                .orElseThrow();
    }

    private Stream<JsonNode> all(String kind) {
        return objects.stream().filter(object -> object.path("kind").asText().equals(kind));
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static JsonNode pod(JsonNode deployment) {
        return deployment.at("/spec/template/spec");
    }

    private static JsonNode podLabels(JsonNode deployment) {
        return deployment.at("/spec/template/metadata/labels");
    }

    private static JsonNode container(JsonNode deployment) {
        return pod(deployment).at("/containers/0");
    }

    private static boolean selects(JsonNode selector, JsonNode labels) {
        return selector.properties().stream().allMatch(label -> Optional.ofNullable(labels.get(label.getKey()))
                .map(label.getValue()::equals)
                .orElse(false));
    }

    private void expectSelects(JsonNode object, JsonNode selector, JsonNode labels) {
        expect(
                !selector.isEmpty() && selects(selector, labels),
                name(object) + ": selector: " + selector + " (expected: labels of its pods: " + labels + ")");
    }

    private void expectNamed(String kind, JsonNode name) {
        expect(
                all(kind).anyMatch(object -> name(object).equals(name.asText())),
                kind + " " + name.asText() + ": not there");
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
