package io.gridhook.app;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The credentials that were good lately, as digests: so that who shares an address with somebody who keeps trying a wrong one is not shut
 * out with them. To be known lets a credential be checked, and nothing else. Only for credentials that cannot be guessed.
 */
final class AcceptedCredentials {
    /** Ours: about 200 bytes each. Beyond it the one that was not used for longest is forgotten. */
    static final int CREDENTIALS_MAX = 10_000;

    private final Map<ByteBuffer, Boolean> digests;

    AcceptedCredentials() {
        this(CREDENTIALS_MAX);
    }

    AcceptedCredentials(int most) {
        this.digests = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Boolean> eldest) {
                return size() > most;
            }
        };
    }

    void add(String credential) {
        ByteBuffer digest = digest(credential);
        synchronized (digests) {
            digests.put(digest, true);
        }
    }

    boolean contain(String credential) {
        ByteBuffer digest = digest(credential);
        synchronized (digests) {
            return digests.containsKey(digest);
        }
    }

    private static ByteBuffer digest(String credential) {
        try {
            byte[] text = credential.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
