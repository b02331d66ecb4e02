package io.gridhook.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What must hold of the pods of a Deployment: what they may do, how they are asked, and how they end. */
final class PodRules {
    /** What the app takes at most to end (App: 8 s for answers, 1 s for writing). */
    private static final int STOP_SECONDS = 9;
    /** The image's. */
    private static final String HOME = "/home";
    /** Where the host writes. */
    private static final Set<String> WRITABLE = Set.of("/tmp", HOME + "/data", HOME + "/LogFiles");

    private final String name;
    private final List<String> problems = new ArrayList<>();

    private PodRules(String name) {
        this.name = name;
    }

    /** All that is wrong; {@code routes} are what its functions serve. */
    static List<String> problems(JsonNode deployment, Set<String> routes) {
        PodRules rules = new PodRules(deployment.at("/metadata/name").asText());
        rules.check(deployment, routes);
        return rules.problems;
    }

    private void check(JsonNode deployment, Set<String> routes) {
        JsonNode pod = deployment.at("/spec/template/spec");
        JsonNode container = pod.at("/containers/0");
        JsonNode security = container.path("securityContext");
        expectEqual(pod.path("containers").size(), 1, "containers");
        expect(pod.at("/securityContext/runAsNonRoot").asBoolean(), "runAsNonRoot");
        expectEqual(pod.at("/securityContext/runAsUser").asText(), DockerfileRules.USER, "runAsUser");
        expectEqual(pod.at("/securityContext/seccompProfile/type").asText(), "RuntimeDefault", "seccomp");
        expect(!pod.path("automountServiceAccountToken").asBoolean(true), "automountServiceAccountToken");
        expect(!security.path("allowPrivilegeEscalation").asBoolean(true), "allowPrivilegeEscalation");
        expectEqual(security.at("/capabilities/drop/0").asText(), "ALL", "capabilities");
        expect(security.path("readOnlyRootFilesystem").asBoolean(), "readOnlyRootFilesystem");
        expectEqual(mounts(container), new TreeSet<>(WRITABLE), "volumeMounts");
        expect(container.at("/resources/limits/memory").isTextual(), "no memory limit");
        expect(container.at("/resources/requests/cpu").isTextual(), "no cpu request");
        expectEqual(container.at("/ports/0/containerPort").asInt(), KubernetesRules.PORT, "containerPort");
        expectEqual(
                deployment
                        .at("/spec/template/metadata/labels")
                        .path("azure.workload.identity/use")
                        .asText(),
                "true",
                "identity");
        checkProbes(container, routes);
        int sleep = container.at("/lifecycle/preStop/exec/command/1").asInt(0);
        int grace = pod.path("terminationGracePeriodSeconds").asInt(30);
        expect(
                grace >= sleep + 2 * STOP_SECONDS,
                "terminationGracePeriodSeconds: " + grace + " (expected: " + (sleep + 2 * STOP_SECONDS) + " or more)");
    }

    /** Readiness asks a route that these pods serve; liveness never asks storage. */
    private void checkProbes(JsonNode container, Set<String> routes) {
        String path = container.at("/readinessProbe/httpGet/path").asText();
        expect(routes.contains(path), "readinessProbe: " + path + " (expected: a route that is served)");
        expectEqual(container.at("/readinessProbe/httpGet/port").asText(), "http", "readinessProbe");
        expectEqual(container.at("/livenessProbe/tcpSocket/port").asText(), "http", "livenessProbe");
    }

    private static Set<String> mounts(JsonNode container) {
        Set<String> paths = new TreeSet<>();
        container
                .path("volumeMounts")
                .forEach(mount -> paths.add(mount.path("mountPath").asText()));
        return paths;
    }

    private void expectEqual(Object found, Object expected, String what) {
        expect(found.equals(expected), what + ": " + found + " (expected: " + expected + ")");
    }

    private void expect(boolean isSo, String problem) {
        if (!isSo) {
            problems.add(name + ": " + problem);
        }
    }
}
