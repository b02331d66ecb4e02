package io.gridhook.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code deploy/kubernetes}, by the schemas and by what the app says; and each check, by a manifest that it must refuse. */
class KubernetesTest {
    @Test
    void the_manifests_are_right() {
        assertEquals(List.of(), KubernetesRules.problems(DeployFiles.kubernetes()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                // By Kubernetes' own models, and KEDA's and kustomize's schemas.
                "http.yaml         | containerPort: 8080      | containerport: 8080      | containerport",
                "http.yaml         | serviceAccountName: gri  | serviceAccount_: gri     | serviceAccount_",
                "http.yaml         | \"value: \"\"true\"\"\"  | value: true              | AzureWebJobs.Deliver.Disabled: not a string",
                "settings.yaml     | \"GRIDHOOK_PROXIES: \"\"0\"\"\" | GRIDHOOK_PROXIES: 0 | GRIDHOOK_PROXIES: not a string",
                "http.yaml         | apiVersion: apps/v1\\nkind | apiVersion: apps/v9\\nkind | apps/v9 Deployment: no such kind",
                "http.yaml         | minAvailable: 1\\n  selector | minAvailabel: 1\\n  selector | minAvailabel",
                "network-policy.yaml | podSelector            | podselector              | podselector",
                "ingress.yaml      | pathType                 | pathtype                 | pathtype",
                "keda.yaml         | minReplicaCount: 1       | minReplicas: 1           | minReplicas",
                "keda.yaml         | azure-workload           | azure-identity           | provider",
                "keda.yaml         | \"queueLength: \"\"32\"\"\" | queueLength: 32       | queueLength",
                "keda.yaml         | queueLengthStrategy      | lengthStrategy           | lengthStrategy",
                "kustomization.yaml | newTag                  | tag                      | tag",
                // What belongs together.
                "kustomization.yaml | \"  - queues.yaml\\n\"  | \"\"                     | kustomization.yaml: resources",
                "kustomization.yaml | newTag: 0.1.0           | newTag: latest           | gridhook has no version",
                "http.yaml         | name: gridhook-http\\n  minReplicas | name: other\\n  minReplicas | Deployment other: not there",
                "http.yaml         | serviceAccountName: gridhook | serviceAccountName: other | ServiceAccount other: not there",
                "http.yaml         | targetPort: http         | targetPort: web          | targetPort",
                "http.yaml         | name: gridhook-settings  | name: settings           | ConfigMap settings: not there",
                "http.yaml         | name: gridhook-keys      | name: keys               | envFrom: keys",
                "http.yaml         | \"  selector:\\n    app.kubernetes.io/name: gridhook\" | \"  selector:\\n    app: gridhook\" | gridhook: selector",
                "queues.yaml       | \"matchLabels:\\n      app.kubernetes.io/name: gridhook\" | \"matchLabels:\\n      app.kubernetes.io/name: other\" | gridhook-queues: selector",
                "keda.yaml         | name: gridhook-storage\\n    - type: azure-queue | name: other\\n    - type: azure-queue | TriggerAuthentication other: not there",
                "ingress.yaml      | \"service:\\n                name: gridhook\" | \"service:\\n                name: other\" | Service other: not there",
                "network-policy.yaml | \"        - namespaceSelector: {}\\n        - ipBlock\" | \"        - ipBlock\" | NetworkPolicy: egress",
                "network-policy.yaml | port: 8080             | port: 80                 | NetworkPolicy: ingress",
                "settings.yaml     | kind: ConfigMap\\nmetadata:\\n  name: gridhook-settings | \"kind: Namespace\\nmetadata:\\n  name: gridhook\\n---\\napiVersion: v1\\nkind: ConfigMap\\nmetadata:\\n  name: gridhook-settings\" | Namespace: in a file",
                "keda.yaml         | \"    identityId: 00000000-0000-0000-0000-000000000000\\n\" | \"\" | KEDA: identityId",
                "keda.yaml         | identityId: 00000000-0000-0000-0000-000000000000 | identityId: 00000000-0000-0000-0000-000000000001 | KEDA: identityId",
                // What the app says of its settings.
                "settings.yaml     | GRIDHOOK_PROXIES:        | GRIDHOOK_PROXYS:         | GRIDHOOK_PROXYS: nobody reads it",
                "settings.yaml     | \"GRIDHOOK_PROXIES: \"\"0\"\"\" | \"GRIDHOOK_PROXIES: \"\"many\"\"\" | GRIDHOOK_PROXIES: many",
                "settings.yaml     | gridhookstorage          | GridhookStorage          | AzureWebJobsStorage__accountName",
                "settings.yaml     | GRIDHOOK_PROFILE: kubernetes | GRIDHOOK_PROFILE: cloud | GRIDHOOK_PROFILE: cloud",
                "settings.yaml     | GRIDHOOK_PROFILE: kubernetes | \"GRIDHOOK_MANAGEMENT_KEY: c2VjcmV0LXNlY3JldC1zZWNyZXQ\\n  GRIDHOOK_PROFILE: kubernetes\" | a secret is in",
                "settings.yaml     | kind: ConfigMap          | kind: Secret             | not there",
                // Which pods run what.
                "http.yaml         | AzureWebJobs.Sweep.Disabled | AzureWebJobs.Sweeper.Disabled | gridhook-http: functions",
                "http.yaml         | AzureWebJobs.Deliver.Disabled | AzureWebJobs.Publish.Disabled | gridhook-http: functions",
                "queues.yaml       | value: DeadLetter        | value: Topics            | gridhook-queues: functions",
                "queues.yaml       | value: Health            | value: Metrics           | gridhook-queues: readinessProbe",
                // How many there are.
                "keda.yaml         | queueName: retries       | queueName: retry         | ScaledObject: queues",
                "keda.yaml         | \"queueLength: \"\"32\"\"\" | \"queueLength: \"\"16\"\"\" | deliveries: queueLength: 16",
                "keda.yaml         | visibleonly              | all                      | queueLengthStrategy",
                "keda.yaml         | accountName: gridhookstorage | accountName: other   | accountName: other",
                "keda.yaml         | minReplicaCount: 1       | minReplicaCount: 0       | minReplicaCount",
                "http.yaml         | minReplicas: 2           | minReplicas: 1           | minReplicas",
                // What a pod may do, and how it is asked and ended.
                "http.yaml         | runAsNonRoot: true       | runAsNonRoot: false      | gridhook-http: runAsNonRoot",
                "queues.yaml       | runAsUser: 10001         | runAsUser: 1000          | gridhook-queues: runAsUser",
                "queues.yaml       | type: RuntimeDefault     | type: Unconfined         | gridhook-queues: seccomp",
                "queues.yaml       | automountServiceAccountToken: false | automountServiceAccountToken: true | automount",
                "queues.yaml       | allowPrivilegeEscalation: false | allowPrivilegeEscalation: true | allowPrivilege",
                "queues.yaml       | drop: [ALL]              | drop: [NET_RAW]          | gridhook-queues: capabilities",
                "queues.yaml       | readOnlyRootFilesystem: true | readOnlyRootFilesystem: false | readOnlyRoot",
                "queues.yaml       | mountPath: /tmp          | mountPath: /temp         | gridhook-queues: volumeMounts",
                "queues.yaml       | \"limits:\\n              memory: 2Gi\" | \"limits:\\n              cpu: 2\" | no memory limit",
                "queues.yaml       | containerPort: 8080      | containerPort: 80        | gridhook-queues: containerPort",
                "queues.yaml       | azure.workload.identity/use | workload.identity/use | gridhook-queues: identity",
                "http.yaml         | path: /health\\n         | path: /healthz\\n        | readinessProbe: /healthz",
                "http.yaml         | \"livenessProbe:\\n            tcpSocket:\\n              port: http\" | \"livenessProbe:\\n            httpGet:\\n              path: /health\\n              port: http\" | livenessProbe",
                "http.yaml         | terminationGracePeriodSeconds: 60 | terminationGracePeriodSeconds: 20 | terminationGrace",
            })
    void a_manifest_that_is_wrong_is_refused(String file, String from, String to, String problem) {
        Map<String, String> files = DeployFiles.kubernetes();
        files.put(file, Edits.edit(files.get(file), from, to));
        List<String> problems = KubernetesRules.problems(files);
        assertTrue(problems.stream().anyMatch(line -> line.contains(problem)), problems::toString);
    }

    /** Where kubectl is on the PATH: kustomize has its own word on the folder. */
    @Test
    void kubectl_renders_the_folder() throws Exception {
        assumeTrue(isOnPath("kubectl"), "no kubectl on the PATH");
        Path out = Files.createTempFile("rendered", ".yaml");
        Process kubectl = new ProcessBuilder("kubectl", "kustomize", "deploy/kubernetes")
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertTrue(kubectl.waitFor(60, TimeUnit.SECONDS));
        String text = Files.readString(out, StandardCharsets.UTF_8);
        Files.delete(out);
        assertEquals(0, kubectl.exitValue(), text);
        assertEquals(10, DeployFiles.documents(text).size(), text);
    }

    private static boolean isOnPath(String command) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }
}
