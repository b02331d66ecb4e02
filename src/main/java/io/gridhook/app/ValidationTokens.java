package io.gridhook.app;

import io.gridhook.core.trust.HmacSha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.UUID;

/**
 * What makes a validation URL one of ours (behaviour §4.3): 256 bits that nobody without the key can make, over all that the URL says.
 * So nothing is stored of a URL until it counts, and storage never holds what opens it.
 */
public final class ValidationTokens {
    /** What the key is for: the secret keys other things too, and none of their hashes is one of another's. */
    private static final String PURPOSE = "gridhook validation urls";

    private final HmacSha256 hmac;

    /** Tokens of one app; {@code secret} is one byte or more. With another secret, the URLs that are still open are none. */
    public ValidationTokens(byte[] secret) {
        hmac = new HmacSha256(new HmacSha256(secret).of(PURPOSE));
    }

    /**
     * The token of one handshake.
     *
     * @param time when it was made, as the URL spells it
     */
    String of(String topic, String subscription, UUID code, String time) {
        String text = "validation " + topic.toLowerCase(Locale.ROOT) + "/" + subscription.toLowerCase(Locale.ROOT) + " "
                + code + " " + time;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hmac.of(text));
    }

    /** Whether {@code given} is that token; how long it takes to tell does not depend on how much of it is right. */
    boolean isGenuine(String given, String topic, String subscription, UUID code, String time) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8),
                of(topic, subscription, code, time).getBytes(StandardCharsets.UTF_8));
    }
}
