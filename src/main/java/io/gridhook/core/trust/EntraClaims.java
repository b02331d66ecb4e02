package io.gridhook.core.trust;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What a Microsoft Entra access token says, once its signature is known to be genuine.
 *
 * @param issuer {@code iss}; empty if it names none
 * @param audiences {@code aud}: whom it was made for
 * @param expiry {@code exp}
 * @param notBefore {@code nbf}
 * @param roles {@code roles}: the app roles that its principal holds
 * @param scopes {@code scp}: what a user let an application do
 */
public record EntraClaims(
        String issuer,
        Set<String> audiences,
        Optional<Instant> expiry,
        Optional<Instant> notBefore,
        Set<String> roles,
        Set<String> scopes) {
    public EntraClaims {
        audiences = Set.copyOf(audiences);
        roles = Set.copyOf(roles);
        scopes = Set.copyOf(scopes);
    }
}
