package io.gridhook.port;

import io.gridhook.core.topic.EntraApplication;
import io.gridhook.core.topic.WebhookDestination;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Asks Microsoft Entra for tokens that say who calls. It keeps none. */
@FunctionalInterface
public interface AccessTokens {
    /**
     * A token.
     *
     * @param value as it stands behind {@code Bearer}
     * @param expires it counts until then
     */
    record AccessToken(String value, Instant expires) {
        /** Tokens stay out of logs. */
        @Override
        public String toString() {
            return "AccessToken[hidden, expires=" + expires + "]";
        }
    }

    /**
     * A token that {@code application} takes from this app. The future ends within half a minute; it fails with {@link
     * TokenUnavailableException} if there is none.
     */
    CompletableFuture<AccessToken> of(EntraApplication application);

    /** What a request to {@code destination} brings as its bearer: nothing, or a token of its application's. It fails as {@link #of} does. */
    default CompletableFuture<Optional<String>> bearerFor(WebhookDestination destination) {
        Optional<EntraApplication> application = destination.entra();
        if (application.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        try {
            return of(application.get()).thenApply(token -> Optional.of(token.value()));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
