package io.gridhook.adapter.identity;

import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.Configuration;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.azure.identity.ManagedIdentityCredentialBuilder;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.core.topic.WebhookApplications;
import io.gridhook.port.AccessTokens;
import io.gridhook.port.TokenUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tokens by Azure's identity library: of a managed identity, or by client credentials in the tenant that the subscription names. {@code
 * AZURE_AUTHORITY_HOST} says which cloud's Entra is asked.
 */
public final class IdentityTokens implements AccessTokens {
    /** Ours: Entra answers within a second or two; the library tries again by itself. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(20);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final int MESSAGE_CHARS_MAX = 300;

    private final WebhookIdentity identity;
    private final WebhookApplications applications;
    private final HttpClient client;
    private final Configuration configuration;
    private final Map<String, TokenCredential> credentials = new ConcurrentHashMap<>();

    /** Nothing is asked yet; for others than {@code applications} nothing ever is, whatever stored definitions say. */
    public IdentityTokens(WebhookIdentity identity, WebhookApplications applications) {
        this(
                identity,
                applications,
                new JdkHttpClientBuilder().connectionTimeout(CONNECT_TIMEOUT).build(),
                Configuration.getGlobalConfiguration());
    }

    /** With what the library sends by, and the environment that it looks into. */
    IdentityTokens(
            WebhookIdentity identity,
            WebhookApplications applications,
            HttpClient client,
            Configuration configuration) {
        this.identity = identity;
        this.applications = applications;
        this.client = client;
        this.configuration = configuration;
    }

    @Override
    public CompletableFuture<AccessToken> of(EntraApplication application) {
        if (!applications.allow(application)) {
            return CompletableFuture.failedFuture(new TokenUnavailableException("no Entra token for "
                    + application.applicationIdOrUri() + " (expected: " + WebhookApplications.EXPECTED + ")"));
        }
        // Entra's own form for "all that this app may do there".
        TokenRequestContext request =
                new TokenRequestContext().addScopes(application.applicationIdOrUri() + "/.default");
        return credentials
                .computeIfAbsent(identity.isManaged() ? "" : application.tenantId(), this::credential)
                .getToken(request)
                .timeout(WAIT_MAX)
                .map(token ->
                        new AccessToken(token.getToken(), token.getExpiresAt().toInstant()))
                .onErrorMap(failure -> unavailable(application, failure))
                .toFuture();
    }

    private TokenCredential credential(String tenantId) {
        if (identity.isManaged()) {
            return new ManagedIdentityCredentialBuilder()
                    .clientId(identity.clientId().isEmpty() ? null : identity.clientId())
                    .httpClient(client)
                    .configuration(configuration)
                    .build();
        }
        return new ClientSecretCredentialBuilder()
                .tenantId(tenantId)
                .clientId(identity.clientId())
                .clientSecret(identity.clientSecret())
                .httpClient(client)
                .configuration(configuration)
                .disableInstanceDiscovery()
                .build();
    }

    /** The first line of what Entra said, which names the error and no secret. Without a cause: that one may hold a request. */
    private static TokenUnavailableException unavailable(EntraApplication application, Throwable failure) {
        String message =
                String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        String shown = message.substring(0, Math.min(message.length(), MESSAGE_CHARS_MAX));
        return new TokenUnavailableException("no Entra token for " + application.applicationIdOrUri() + " in tenant "
                + application.tenantId() + ": " + failure.getClass().getSimpleName() + " " + shown);
    }
}
