package io.gridhook.adapter.identity;

/**
 * Who the app is to Entra-protected webhooks (behaviour §18).
 *
 * @param clientId an application's, or a user-assigned managed identity's where there is no secret; {@code ""}: the app's own managed
 *     identity
 * @param clientSecret the application's; {@code ""}: a managed identity, which knows its own tenant alone
 */
public record WebhookIdentity(String clientId, String clientSecret) {
    public WebhookIdentity {
        if (clientId.isEmpty() && !clientSecret.isEmpty()) {
            throw new IllegalArgumentException("clientId: empty (expected: the application's, as there is a secret)");
        }
    }

    boolean isManaged() {
        return clientSecret.isEmpty();
    }

    /** Secrets stay out of logs. */
    @Override
    public String toString() {
        return "WebhookIdentity[" + clientId + (isManaged() ? ", managed]" : ", with a secret]");
    }
}
