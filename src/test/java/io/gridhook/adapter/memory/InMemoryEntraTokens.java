package io.gridhook.adapter.memory;

import io.gridhook.core.trust.EntraClaims;
import io.gridhook.port.EntraTokens;
import io.gridhook.port.SigningKeysUnavailableException;
import io.gridhook.port.UntrustedTokenException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Tokens that are names; none but those that were made is genuine. */
public final class InMemoryEntraTokens implements EntraTokens {
    private final Map<String, EntraClaims> made = new HashMap<>();
    private boolean refuses;
    private int asked;

    /** From now on {@code token} says this. */
    public void make(String token, EntraClaims claims) {
        made.put(token, claims);
    }

    /** From now on the keys cannot be had. */
    public void refuse() {
        refuses = true;
    }

    /** How many tokens were looked at. */
    public int asked() {
        return asked;
    }

    @Override
    public EntraClaims genuine(String token) {
        asked++;
        if (refuses) {
            throw new SigningKeysUnavailableException("refused");
        }
        return Optional.ofNullable(made.get(token))
                .orElseThrow(() -> new UntrustedTokenException("signature: wrong (expected: the issuer's)"));
    }
}
