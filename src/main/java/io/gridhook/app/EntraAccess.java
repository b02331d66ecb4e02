package io.gridhook.app;

import io.gridhook.app.BearerRefusedException.Kind;
import io.gridhook.core.trust.EntraClaims;
import io.gridhook.core.trust.EntraRules;
import io.gridhook.port.EntraTokens;
import io.gridhook.port.SigningKeysUnavailableException;
import io.gridhook.port.UntrustedTokenException;
import java.time.Instant;

/** Tells who brings an Entra access token (behaviour §9.1); what they may do is the caller's question. */
public final class EntraAccess {
    private final EntraTokens tokens;
    private final EntraRules rules;

    public EntraAccess(EntraTokens tokens, EntraRules rules) {
        this.tokens = tokens;
        this.rules = rules;
    }

    /**
     * What a good token says.
     *
     * @throws BearerRefusedException if it is none, or cannot be judged now
     */
    EntraClaims claims(String token, Instant now) {
        EntraClaims claims = genuine(token);
        return switch (rules.judge(claims, now)) {
            case GOOD -> claims;
            case WRONG_ISSUER -> throw refused(Kind.WRONG, "iss: not this tenant (expected: a token of the tenant)");
            case WRONG_AUDIENCE ->
                throw refused(Kind.WRONG, "aud: not this app (expected: a token that was made for it)");
            case EXPIRED -> throw refused(Kind.EXPIRED, "exp: over (expected: a token that is still valid)");
            case NOT_YET_VALID -> throw refused(Kind.WRONG, "nbf: later (expected: a token that is valid already)");
        };
    }

    private EntraClaims genuine(String token) {
        try {
            return tokens.genuine(token);
        } catch (UntrustedTokenException e) {
            throw refused(Kind.WRONG, e.getMessage());
        } catch (SigningKeysUnavailableException e) {
            throw new BearerRefusedException(Kind.UNAVAILABLE, "The token cannot be checked now. Try again.", e);
        }
    }

    private static BearerRefusedException refused(Kind kind, String reason) {
        return new BearerRefusedException(kind, "The bearer token is not accepted. " + reason + ".");
    }
}
