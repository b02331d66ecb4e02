package io.gridhook.core.trust;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Set;

/**
 * Whose tokens count, and which of them.
 *
 * @param issuers the tenant's, in each form that it may have ({@code …/v2.0} and {@code https://sts.windows.net/…/}); compared letter by
 *     letter
 * @param audiences this app's names in Entra: its client id, its application ID URI
 */
public record EntraRules(Set<String> issuers, Set<String> audiences) {
    /** Ours: how far the issuer's clock and ours may be apart. */
    public static final Duration SKEW = Duration.ofMinutes(1);

    /** What there is to say of a token. */
    public enum Verdict {
        GOOD,
        WRONG_ISSUER,
        WRONG_AUDIENCE,
        /** Its time is over; one that would never end counts as such. */
        EXPIRED,
        NOT_YET_VALID
    }

    /**
     * Rules.
     *
     * @throws IllegalArgumentException if there is no issuer, no audience, or one is blank
     */
    public EntraRules {
        issuers = Set.copyOf(issuers);
        audiences = Set.copyOf(audiences);
        requireNames("issuers", issuers);
        requireNames("audiences", audiences);
    }

    private static void requireNames(String field, Set<String> names) {
        if (names.isEmpty() || names.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException(field + ": " + names + " (expected: at least one, and none blank)");
        }
    }

    /** Judges a token whose signature is genuine. */
    public Verdict judge(EntraClaims claims, Instant now) {
        if (!issuers.contains(claims.issuer())) {
            return Verdict.WRONG_ISSUER;
        }
        if (Collections.disjoint(audiences, claims.audiences())) {
            return Verdict.WRONG_AUDIENCE;
        }
        // The skew is put to our time: a token may carry the latest instant that there is.
        if (claims.expiry().filter(now.minus(SKEW)::isBefore).isEmpty()) {
            return Verdict.EXPIRED;
        }
        if (claims.notBefore().filter(now.plus(SKEW)::isBefore).isPresent()) {
            return Verdict.NOT_YET_VALID;
        }
        return Verdict.GOOD;
    }
}
