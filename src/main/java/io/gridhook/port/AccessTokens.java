package io.gridhook.port;

import io.gridhook.core.topic.EntraApplication;
import java.time.Instant;
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
}
