package io.gridhook.adapter.storage;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Secrets at rest: AES-256-GCM. The text form is {@code v1:<key id>:<base64 of nonce and ciphertext>}; the key id is the first 8
 * hexadecimal digits of the key's SHA-256, so that a wrong key is told from damaged text.
 */
public final class AesGcmSecrets {
    private static final String SETTING = "GRIDHOOK_ENCRYPTION_KEY";
    private static final String VERSION = "v1";
    private static final int KEY_BYTES = 32;
    /** NIST SP 800-38D: 96-bit nonces, 128-bit tags. */
    private static final int NONCE_BYTES = 12;

    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final String keyId;
    private final SecureRandom random = new SecureRandom();

    /**
     * Secrets under one key.
     *
     * @param base64Key the setting {@code GRIDHOOK_ENCRYPTION_KEY}: base64 of 32 bytes
     * @throws IllegalArgumentException if it is not that
     */
    public AesGcmSecrets(String base64Key) {
        byte[] bytes = decode(base64Key);
        if (bytes.length != KEY_BYTES) {
            throw new IllegalArgumentException(
                    SETTING + ": " + bytes.length + " bytes (expected: base64 of " + KEY_BYTES + " bytes)");
        }
        this.key = new SecretKeySpec(bytes, "AES");
        this.keyId = keyId(bytes);
    }

    /** The secret's text form, another one each time. */
    public String seal(String secret) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] ciphertext = cipher(Cipher.ENCRYPT_MODE, nonce, 0).doFinal(secret.getBytes(StandardCharsets.UTF_8));
            byte[] sealed = new byte[NONCE_BYTES + ciphertext.length];
            System.arraycopy(nonce, 0, sealed, 0, NONCE_BYTES);
            System.arraycopy(ciphertext, 0, sealed, NONCE_BYTES, ciphertext.length);
            return VERSION + ":" + keyId + ":" + Base64.getEncoder().encodeToString(sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /**
     * The secret in a text form.
     *
     * @throws IllegalArgumentException if the text is none of {@link #seal}'s, damaged or sealed with another key; its message holds no
     *     secret
     */
    public String open(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3 || !parts[0].equals(VERSION)) {
            throw new IllegalArgumentException("sealed secret: unknown form (expected: v1:<key id>:<base64>)");
        }
        if (!parts[1].equals(keyId)) {
            throw new IllegalArgumentException(
                    "sealed secret: of key " + parts[1] + " (expected: " + keyId + ", the key in " + SETTING + ")");
        }
        try {
            byte[] sealed = Base64.getDecoder().decode(parts[2]);
            byte[] secret =
                    cipher(Cipher.DECRYPT_MODE, sealed, 0).doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
            return new String(secret, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException("sealed secret: damaged (expected: what was sealed)", e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, int offset) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce, offset, NONCE_BYTES));
        return cipher;
    }

    private static byte[] decode(String base64Key) {
        try {
            return Base64.getDecoder().decode(base64Key.strip());
        } catch (IllegalArgumentException e) {
            // No cause: it may quote the key.
            throw new IllegalArgumentException(SETTING + ": not base64 (expected: base64 of " + KEY_BYTES + " bytes)");
        }
    }

    private static String keyId(byte[] key) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key), 0, 4);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Keys stay out of logs. */
    @Override
    public String toString() {
        return "AesGcmSecrets[" + keyId + "]";
    }
}
