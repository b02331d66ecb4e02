package io.gridhook.core.trust;

import java.util.Base64;

/**
 * A secret that deliveries are signed with: {@code whsec_} and the base64 of a key (Standard Webhooks 1.0, "Signature scheme").
 *
 * @param text as its receiver is given it
 */
public record SigningSecret(String text) {
    /** Standard Webhooks: 24 to 64 bytes. */
    public static final int KEY_BYTES_MIN = 24;

    public static final int KEY_BYTES_MAX = 64;

    /** What is expected of a text, for error messages. */
    public static final String EXPECTED =
            "whsec_ and the base64 of " + KEY_BYTES_MIN + ".." + KEY_BYTES_MAX + " random bytes, padded";

    private static final String PREFIX = "whsec_";

    /** @throws IllegalArgumentException if it is not {@link #EXPECTED}; the message does not repeat it */
    public SigningSecret {
        if (!isOne(text)) {
            throw new IllegalArgumentException("secret: not one (expected: " + EXPECTED + ")");
        }
    }

    /** The secret of these bytes, which are random: {@link #KEY_BYTES_MIN} to {@link #KEY_BYTES_MAX}. */
    public static SigningSecret of(byte[] key) {
        return new SigningSecret(PREFIX + Base64.getEncoder().encodeToString(key));
    }

    /** Only as an encoder writes it: what else a decoder lets pass, another library's may not. */
    private static boolean isOne(String text) {
        if (!text.startsWith(PREFIX)) {
            return false;
        }
        try {
            byte[] key = decode(text);
            return key.length >= KEY_BYTES_MIN
                    && key.length <= KEY_BYTES_MAX
                    && text.endsWith(Base64.getEncoder().encodeToString(key))
                    && text.length() == PREFIX.length() + (key.length + 2) / 3 * 4;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    byte[] key() {
        return decode(text);
    }

    private static byte[] decode(String text) {
        return Base64.getDecoder().decode(text.substring(PREFIX.length()));
    }

    /** Secrets stay out of logs. */
    @Override
    public String toString() {
        return "SigningSecret[hidden]";
    }
}
