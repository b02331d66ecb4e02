package io.gridhook.adapter.entra;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.security.interfaces.RSAPublicKey;
import java.text.ParseException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The issuer's keys at one time.
 *
 * @param keys by their ids; RSA keys for signatures alone
 * @param fetchedAt when they were asked for
 */
record KeySet(Map<String, RSAPublicKey> keys, Instant fetchedAt) {
    /** RFC 7518 §3.3. */
    private static final int BITS_MIN = 2_048;

    KeySet {
        keys = Map.copyOf(keys);
    }

    /**
     * Reads a JSON Web Key Set; what is no RSA key for signatures is left out.
     *
     * @throws IllegalArgumentException if it is none, or has no key that counts
     */
    static KeySet parse(String json, Instant fetchedAt) {
        Map<String, RSAPublicKey> keys = new HashMap<>();
        try {
            for (JWK key : JWKSet.parse(json).getKeys()) {
                if (signs(key)) {
                    keys.put(key.getKeyID(), key.toRSAKey().toRSAPublicKey());
                }
            }
        } catch (ParseException | JOSEException e) {
            throw new IllegalArgumentException("key set: not valid (expected: a JSON Web Key Set)", e);
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("key set: no key that counts (expected: RSA keys of 2048 bits or more)");
        }
        return new KeySet(keys, fetchedAt);
    }

    private static boolean signs(JWK key) {
        return key instanceof RSAKey
                && key.getKeyID() != null
                && !KeyUse.ENCRYPTION.equals(key.getKeyUse())
                && key.size() >= BITS_MIN;
    }

    Optional<RSAPublicKey> find(String id) {
        return Optional.ofNullable(keys.get(id));
    }
}
