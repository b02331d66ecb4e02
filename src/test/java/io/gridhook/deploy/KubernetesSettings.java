package io.gridhook.deploy;

import java.util.Map;

/** What the pods of {@code deploy/kubernetes} are told, with secrets as somebody might make them. */
public final class KubernetesSettings {
    public static final String MANAGEMENT_KEY = AppFacts.secret("management");

    private KubernetesSettings() {}

    /** By the Deployment's name. */
    public static Map<String, String> of(String deployment) {
        return KubernetesRules.settingsOf(deployment);
    }
}
