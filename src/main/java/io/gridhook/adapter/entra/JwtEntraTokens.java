package io.gridhook.adapter.entra;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gridhook.core.trust.EntraClaims;
import io.gridhook.port.EntraTokens;
import io.gridhook.port.UntrustedTokenException;
import java.net.URI;
import java.security.interfaces.RSAPublicKey;
import java.text.ParseException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@link EntraTokens} by the keys that the issuer publishes. What a token itself says about keys ({@code jku}, {@code jwk}, {@code x5u})
 * is not looked at, and its {@code alg} chooses among RSA's three alone: {@code none} is refused, and so is an HMAC that takes a public
 * key for a secret.
 */
public final class JwtEntraTokens implements EntraTokens {
    /** Ours: twice the longest that Entra makes. */
    static final int CHARS_MAX = 16_384;

    private static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.RS384, JWSAlgorithm.RS512);

    private final SigningKeys keys;

    /** With the keys behind {@code keysUrl}, a JSON Web Key Set; nothing is fetched yet. */
    public JwtEntraTokens(URI keysUrl, InstantSource clock) {
        this(new SigningKeys(new HttpKeySource(keysUrl), clock));
    }

    JwtEntraTokens(SigningKeys keys) {
        this.keys = keys;
    }

    @Override
    public EntraClaims genuine(String token) {
        if (token.length() > CHARS_MAX) {
            throw new UntrustedTokenException(
                    "token: " + token.length() + " characters (expected: at most " + CHARS_MAX + ")");
        }
        SignedJWT jwt = parsed(token);
        JWSHeader header = jwt.getHeader();
        if (!ALGORITHMS.contains(header.getAlgorithm())) {
            throw new UntrustedTokenException("alg: not allowed (expected: RS256, RS384 or RS512)");
        }
        if (header.getKeyID() == null) {
            throw new UntrustedTokenException("kid: missing (expected: the id of the key that signed it)");
        }
        RSAPublicKey key = keys.find(header.getKeyID())
                .orElseThrow(() -> new UntrustedTokenException("kid: unknown (expected: a key of the issuer)"));
        if (!isSigned(jwt, key)) {
            throw new UntrustedTokenException("signature: wrong (expected: the issuer's)");
        }
        return claims(jwt);
    }

    private static SignedJWT parsed(String token) {
        try {
            return SignedJWT.parse(token);
        } catch (ParseException | RuntimeException e) {
            // The library does not promise the former alone: a header that is "null" ends in a NullPointerException.
            throw new UntrustedTokenException("token: malformed (expected: a signed JWT)");
        }
    }

    private static boolean isSigned(SignedJWT jwt, RSAPublicKey key) {
        try {
            return jwt.verify(new RSASSAVerifier(key));
        } catch (JOSEException e) {
            return false;
        }
    }

    private static EntraClaims claims(SignedJWT jwt) {
        try {
            JWTClaimsSet claims = jwt.getJWTClaimsSet();
            return new EntraClaims(
                    Optional.ofNullable(claims.getIssuer()).orElse(""),
                    Set.copyOf(claims.getAudience()),
                    instant(claims.getExpirationTime()),
                    instant(claims.getNotBeforeTime()),
                    Set.copyOf(Optional.ofNullable(claims.getStringListClaim("roles"))
                            .orElse(List.of())),
                    scopes(claims));
        } catch (ParseException | RuntimeException e) {
            throw new UntrustedTokenException("token: claims of another kind (expected: those of an access token)");
        }
    }

    private static Optional<Instant> instant(Date date) {
        return Optional.ofNullable(date).map(Date::toInstant);
    }

    private static Set<String> scopes(JWTClaimsSet claims) throws ParseException {
        String scopes = Optional.ofNullable(claims.getStringClaim("scp")).orElse("");
        return Set.copyOf(List.of(scopes.split(" +", -1)));
    }
}
