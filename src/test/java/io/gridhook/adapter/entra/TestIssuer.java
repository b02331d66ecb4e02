package io.gridhook.adapter.entra;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A tenant of Entra, as far as its tokens go: keys that it publishes and signs with, and the two forms of its name. The claims are those of
 * a token that Entra makes for an application that holds an app role.
 */
public final class TestIssuer {
    public static final String TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47";
    /** As in tokens of version 1.0. */
    public static final String V1 = "https://sts.windows.net/" + TENANT + "/";
    /** As in tokens of version 2.0. */
    public static final String V2 = "https://login.microsoftonline.com/" + TENANT + "/v2.0";

    public static final String AUDIENCE = "api://gridhook";

    /** Generating one takes a while; which is which does not matter but that they differ. */
    private static final RSAKey FIRST = generate("first");

    private static final RSAKey SECOND = generate("second");

    private final Instant now;
    private final List<JWK> published = new ArrayList<>(List.of(FIRST));
    private int fetches;

    public TestIssuer(Instant now) {
        this.now = now;
    }

    /** The key that it signs with, and publishes, from the beginning. */
    public RSAKey key() {
        return FIRST;
    }

    /** One that it does not publish before {@link #rollOver}. */
    public RSAKey nextKey() {
        return SECOND;
    }

    /** From now on it publishes the next key and the first no more. */
    public void rollOver() {
        published.clear();
        published.add(SECOND);
    }

    /** How often the keys were asked for. */
    public int fetches() {
        return fetches;
    }

    /** The keys as it publishes them, among others that sign no tokens. */
    public String keys() {
        fetches++;
        List<JWK> all = new ArrayList<>(published);
        all.add(new RSAKey.Builder(SECOND)
                .keyID("encryption")
                .keyUse(KeyUse.ENCRYPTION)
                .build());
        return new JWKSet(all).toString(true);
    }

    SigningKeys signingKeys(java.time.InstantSource clock) {
        return new SigningKeys(() -> CompletableFuture.completedFuture(keys()), clock);
    }

    /** Good claims, to be spoilt. */
    public JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(V2)
                .audience(AUDIENCE)
                .issueTime(Date.from(now.minusSeconds(60)))
                .notBeforeTime(Date.from(now.minusSeconds(60)))
                .expirationTime(Date.from(now.plusSeconds(3_600)))
                .subject("a-service-principal")
                .claim("tid", TENANT)
                .claim("ver", "2.0")
                .claim("roles", List.of("EventGridDataSender"));
    }

    /** A good token. */
    public String token() {
        return token(claims());
    }

    /** Signed with the first key, as Entra does. */
    public String token(JWTClaimsSet.Builder claims) {
        return signed(FIRST, FIRST.getKeyID(), JWSAlgorithm.RS256, claims);
    }

    /** Signed with {@code key}, under the name of {@code kid}. */
    public String signed(RSAKey key, String kid, JWSAlgorithm algorithm, JWTClaimsSet.Builder claims) {
        return sign(header(algorithm, kid).build(), signer(key), claims);
    }

    static JWSHeader.Builder header(JWSAlgorithm algorithm, String kid) {
        return new JWSHeader.Builder(algorithm).type(JOSEObjectType.JWT).keyID(kid);
    }

    static JWSSigner signer(RSAKey key) {
        try {
            return new RSASSASigner(key);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static String sign(JWSHeader header, JWSSigner signer, JWTClaimsSet.Builder claims) {
        try {
            SignedJWT token = new SignedJWT(header, claims.build());
            token.sign(signer);
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** With {@code alg: none}, and no signature. */
    public String unsigned() {
        return new PlainJWT(claims().build()).serialize();
    }

    /** With an HMAC whose secret is the public key as everybody has it: what a verifier that lets the token choose takes for good. */
    public String signedWithThePublicKey() {
        try {
            byte[] secret = FIRST.toRSAPublicKey().getEncoded();
            return sign(header(JWSAlgorithm.HS256, FIRST.getKeyID()).build(), new MACSigner(secret), claims());
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RSAKey generate(String id) {
        try {
            return new RSAKeyGenerator(2_048).keyID(id).keyUse(KeyUse.SIGNATURE).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
