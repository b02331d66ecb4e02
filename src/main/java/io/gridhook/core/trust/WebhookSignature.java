package io.gridhook.core.trust;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** Standard Webhooks 1.0, symmetric signatures: HMAC-SHA256 over id, time and the bytes that are sent. */
public final class WebhookSignature {
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
        byte[] signed = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, signed, head.length, body.length);
        return secrets.stream()
                .map(secret -> new HmacSha256(secret.key()).of(signed))
                .map(signature -> "v1," + Base64.getEncoder().encodeToString(signature))
                .collect(Collectors.joining(" "));
    }
}
