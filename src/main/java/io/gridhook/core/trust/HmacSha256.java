package io.gridhook.core.trust;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 (RFC 2104) under one key. Safe for many threads. */
public final class HmacSha256 {
    private static final String ALGORITHM = "HmacSHA256";

    /** Never used itself, but cloned for each text: to look the algorithm up costs many times what a hash does. */
    private final Mac keyed;

    /** Under {@code key}, one byte or more. */
    public HmacSha256(byte[] key) {
        try {
            keyed = Mac.getInstance(ALGORITHM);
            keyed.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** The 32 bytes of a text, which is taken as UTF-8. */
    public byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The 32 bytes of {@code bytes}. */
    public byte[] of(byte[] bytes) {
        try {
            return ((Mac) keyed.clone()).doFinal(bytes);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's own " + ALGORITHM + " can be cloned", e);
        }
    }

    /** Keys stay out of logs. */
    @Override
    public String toString() {
        return "HmacSha256[hidden]";
    }
}
