package io.gridhook.core.trust;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Keys any of which opens the same door. All of them are always tried and compared to the end, so that the time it takes says neither
 * which of them fitted nor how nearly one did.
 */
public final class AccessKeys {
    private final List<String> keys;

    /**
     * These keys; for SAS tokens they are base64 (behaviour §10).
     *
     * @throws IllegalArgumentException if one is blank, which would let everybody in
     */
    public AccessKeys(List<String> keys) {
        if (keys.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("access key: blank (expected: a secret)");
        }
        this.keys = List.copyOf(keys);
    }

    /** Whether {@code presented} is one of them. */
    public boolean contain(String presented) {
        boolean found = false;
        for (String key : keys) {
            found |= isSame(key, presented);
        }
        return found;
    }

    /** Whether one of them signed the token. A key that is not base64 signs nothing. */
    public boolean signed(SasToken token) {
        byte[] received = Base64.getDecoder().decode(token.signature());
        boolean found = false;
        for (String key : keys) {
            found |= decoded(key)
                    .map(secret -> MessageDigest.isEqual(new HmacSha256(secret).of(token.signed()), received))
                    .orElse(false);
        }
        return found;
    }

    private static boolean isSame(String key, String presented) {
        return MessageDigest.isEqual(key.getBytes(StandardCharsets.UTF_8), presented.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<byte[]> decoded(String key) {
        try {
            return Optional.of(Base64.getDecoder().decode(key)).filter(secret -> secret.length > 0);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
