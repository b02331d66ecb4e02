package io.gridhook.adapter.storage;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Secrets at rest: AES-256-GCM. The text form is {@code v1:<key id>:<base64 of nonce and ciphertext>}; the key id is the first 8
 * hexadecimal digits of the key's SHA-256, so that keys can be exchanged and a wrong one is told from damaged text.
 */
public final class AesGcmSecrets {
    private static final String SETTING = "GRIDHOOK_ENCRYPTION_KEY";
    private static final String SETTING_OTHERS = "GRIDHOOK_DECRYPTION_KEYS";
    /** A text form, wherever it stands in a text. */
    private static final Pattern SEALED = Pattern.compile("v1:([0-9a-f]{8}):");

    private static final String VERSION = "v1";
    private static final int KEY_BYTES = 32;
    /** NIST SP 800-38D: 96-bit nonces, 128-bit tags. */
    private static final int NONCE_BYTES = 12;

    private static final int TAG_BITS = 128;

    private final String currentId;
    private final Map<String, SecretKeySpec> keys = new HashMap<>();
    private final SecureRandom random = new SecureRandom();

    /**
     * Secrets under one key, readable with others too.
     *
     * @param current the setting {@code GRIDHOOK_ENCRYPTION_KEY}: base64 of 32 bytes
     * @param others each of the setting {@code GRIDHOOK_DECRYPTION_KEYS}, alike
     * @throws IllegalArgumentException if one is not that; the message names the setting and no key
     */
    public AesGcmSecrets(String current, List<String> others) {
        others.forEach(key -> add(decode(SETTING_OTHERS, key)));
        currentId = add(decode(SETTING, current));
    }

    private String add(byte[] key) {
        String id = keyId(key);
        keys.put(id, new SecretKeySpec(key, "AES"));
        return id;
    }

    /** Whether {@code text} holds something that another key than the current one sealed. */
    public boolean isOutdated(String text) {
        return SEALED.matcher(text).results().anyMatch(form -> !form.group(1).equals(currentId));
    }

    /** The secret's text form, another one each time. */
    public String seal(String secret) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] ciphertext =
                    cipher(Cipher.ENCRYPT_MODE, currentId, nonce).doFinal(secret.getBytes(StandardCharsets.UTF_8));
            byte[] sealed = new byte[NONCE_BYTES + ciphertext.length];
            System.arraycopy(nonce, 0, sealed, 0, NONCE_BYTES);
            System.arraycopy(ciphertext, 0, sealed, NONCE_BYTES, ciphertext.length);
            return VERSION + ":" + currentId + ":" + Base64.getEncoder().encodeToString(sealed);
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
        if (!keys.containsKey(parts[1])) {
            throw new IllegalArgumentException("sealed secret: of key " + parts[1] + " (expected: " + currentId
                    + ", the key in " + SETTING + ", or one of " + SETTING_OTHERS + ")");
        }
        try {
            byte[] sealed = Base64.getDecoder().decode(parts[2]);
            byte[] secret = cipher(Cipher.DECRYPT_MODE, parts[1], sealed)
                    .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
            return new String(secret, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException("sealed secret: damaged (expected: what was sealed)", e);
        }
    }

    private Cipher cipher(int mode, String keyId, byte[] nonceFirst) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, keys.get(keyId), new GCMParameterSpec(TAG_BITS, nonceFirst, 0, NONCE_BYTES));
        return cipher;
    }

    /**
     * The bytes of a key.
     *
     * @throws IllegalArgumentException if there are not 32 of them; the message names {@code setting} and no key
     */
    public static byte[] decode(String setting, String base64Key) {
        byte[] key;
        try {
            key = Base64.getDecoder().decode(base64Key.strip());
        } catch (IllegalArgumentException e) {
            // No cause: it may quote the key.
            throw new IllegalArgumentException(setting + ": not base64 (expected: base64 of " + KEY_BYTES + " bytes)");
        }
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException(
                    setting + ": " + key.length + " bytes (expected: base64 of " + KEY_BYTES + " bytes)");
        }
        return key;
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
        return "AesGcmSecrets[" + currentId + "]";
    }
}
