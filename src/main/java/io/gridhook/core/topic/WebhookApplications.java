package io.gridhook.core.topic;

import java.util.Set;

/**
 * The applications whose tokens subscriptions may ask for (behaviour §18). The app fetches them as itself and sends them to an endpoint
 * that the subscription names: without a list, who may save a subscription could have a token for storage, or for whatever else the app
 * may use, sent to an endpoint of theirs.
 *
 * @param allowed {@code azureActiveDirectoryApplicationIdOrUri}s, exactly as subscriptions spell them; none: no webhook gets a token
 */
public record WebhookApplications(Set<String> allowed) {
    /** The setting that names them. */
    public static final String SETTING = "GRIDHOOK_WEBHOOK_APPLICATIONS";
    /** What is expected of one, for error messages. */
    public static final String EXPECTED = "one that " + SETTING + " allows";

    public WebhookApplications {
        allowed = Set.copyOf(allowed);
    }

    /** Whether a token for it may be fetched. */
    public boolean allow(EntraApplication application) {
        return allowed.contains(application.applicationIdOrUri());
    }
}
