package io.gridhook.core.trust;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Standard Webhooks 1.0, symmetric signatures: HMAC-SHA256 over id, time and the bytes that are sent. */
public final class WebhookSignature {
    private static final String ALGORITHM = "HmacSHA256";

    private WebhookSignature() {}

    /**
     * The value of {@code webhook-signature}: a {@code v1} signature by each secret, with blanks between them.
     *
     * @param secrets one or more
     * @param id the value of {@code webhook-id}, without a dot
     * @param timestamp of this attempt; whole seconds of it are {@code webhook-timestamp}
     * @param body exactly as it is sent
     */
    public static String header(List<SigningSecret> secrets, String id, Instant timestamp, byte[] body) {
        byte[] head = (id + "." + timestamp.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8);
        return secrets.stream()
                .map(secret -> "v1," + Base64.getEncoder().encodeToString(sign(secret, head, body)))
                .collect(Collectors.joining(" "));
    }

    private static byte[] sign(SigningSecret secret, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.key(), ALGORITHM));
            mac.update(head);
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
