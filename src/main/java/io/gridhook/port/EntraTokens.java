package io.gridhook.port;

import io.gridhook.core.trust.EntraClaims;

/** Access tokens of Microsoft Entra. Says whether the issuer signed one, and nothing about whether it counts here. */
public interface EntraTokens {
    /**
     * What a token says that one of the issuer's keys signed with RSA (RS256, RS384, RS512).
     *
     * @param token a JWT in its compact form, as it came from a stranger
     * @throws UntrustedTokenException if it is no such token, or not signed by the issuer
     * @throws SigningKeysUnavailableException if the issuer's keys could not be had, so that nothing can be said of this token
     */
    EntraClaims genuine(String token);
}
