package io.gridhook.core.trust;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Makes tokens as behaviour §10 says. */
public final class SasTokens {
    private SasTokens() {}

    /** A token for a URL. */
    public static String of(String resource, String expiry, String key) {
        return signed("r=" + encoded(resource) + "&e=" + encoded(expiry), key);
    }

    /** Any text with a signature. */
    public static String signed(String text, String key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
            return text + "&s=" + encoded(Base64.getEncoder().encodeToString(signature));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
