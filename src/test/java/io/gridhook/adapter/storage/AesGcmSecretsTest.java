package io.gridhook.adapter.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AesGcmSecretsTest {
    private final AesGcmSecrets secrets = new AesGcmSecrets(key(32, 1), List.of());

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "https://receiver.example/hook?code=päss&b=\uD83D\uDE00"})
    void a_sealed_secret_is_opened(String secret) {
        assertEquals(secret, secrets.open(secrets.seal(secret)));
    }

    @Test
    void no_two_sealed_forms_are_alike() {
        assertNotEquals(secrets.seal("secret"), secrets.seal("secret"));
    }

    @Test
    void a_sealed_form_tells_version_and_key_and_not_the_secret() {
        String sealed = secrets.seal("secret");
        assertTrue(sealed.matches("v1:[0-9a-f]{8}:[A-Za-z0-9+/]+=*"), sealed);
        assertFalse(new String(Base64.getDecoder().decode(sealed.split(":", -1)[2]), UTF_8).contains("secret"));
    }

    @Test
    void another_key_is_named() {
        String sealed = new AesGcmSecrets(key(32, 2), List.of()).seal("secret");
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> secrets.open(sealed));
        assertTrue(e.toString().contains("GRIDHOOK_ENCRYPTION_KEY"), e.toString());
        assertTrue(e.toString().contains(sealed.split(":", -1)[1]), e.toString());
    }

    @Test
    void a_changed_form_is_refused() {
        String sealed = secrets.seal("secret");
        String changed = sealed.substring(0, 14) + (sealed.charAt(14) == 'A' ? 'B' : 'A') + sealed.substring(15);
        assertThrows(IllegalArgumentException.class, () -> secrets.open(changed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "secret", "v2:00000000:AAAA", "v1:%s", "v1:%s:", "v1:%s:AAAA", "v1:%s:!"})
    void what_was_not_sealed_is_refused(String form) {
        String keyId = secrets.seal("").split(":", -1)[1];
        assertThrows(IllegalArgumentException.class, () -> secrets.open(form.replace("%s", keyId)));
    }

    @ParameterizedTest
    @CsvSource({"0", "16", "31", "33"})
    void a_key_of_another_length_names_the_setting(int bytes) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> new AesGcmSecrets(key(bytes, 1), List.of()));
        assertEquals("GRIDHOOK_ENCRYPTION_KEY: " + bytes + " bytes (expected: base64 of 32 bytes)", e.getMessage());
    }

    @Test
    void a_key_that_is_not_base64_is_not_quoted() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> new AesGcmSecrets("my%password", List.of()));
        assertEquals("GRIDHOOK_ENCRYPTION_KEY: not base64 (expected: base64 of 32 bytes)", e.getMessage());
    }

    /** An exchange of keys: read with both, written with the new one, and known which is which. */
    @Test
    void what_an_old_key_sealed_is_read_and_known_to_be_outdated() {
        String old = secrets.seal("secret");
        AesGcmSecrets exchanged = new AesGcmSecrets(key(32, 2), List.of(key(32, 3), key(32, 1)));
        assertEquals("secret", exchanged.open(old));
        String anew = exchanged.seal("secret");
        assertEquals("secret", new AesGcmSecrets(key(32, 2), List.of()).open(anew));
        assertTrue(exchanged.isOutdated("{\"key1\":\"" + anew + "\",\"key2\":\"" + old + "\"}"));
        assertFalse(exchanged.isOutdated("{\"key1\":\"" + anew + "\"}"));
    }

    @Test
    void the_current_key_may_stand_among_the_others() {
        assertFalse(new AesGcmSecrets(key(32, 1), List.of(key(32, 1))).isOutdated(secrets.seal("secret")));
    }

    @Test
    void another_key_that_is_none_names_its_setting() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> new AesGcmSecrets(key(32, 1), List.of(key(31, 2))));
        assertEquals("GRIDHOOK_DECRYPTION_KEYS: 31 bytes (expected: base64 of 32 bytes)", e.getMessage());
    }

    private static String key(int length, int first) {
        byte[] bytes = new byte[length];
        if (length > 0) {
            bytes[0] = (byte) first;
        }
        return Base64.getEncoder().encodeToString(bytes);
    }
}
