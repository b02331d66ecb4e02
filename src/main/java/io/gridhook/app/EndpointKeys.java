package io.gridhook.app;

import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.topic.EventSubscription;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Names under which the health of endpoints is kept: keyed hashes, as an endpoint's URL may carry a secret and its hash could be guessed
 * without a key.
 */
public final class EndpointKeys {
    private static final String ALGORITHM = "HmacSHA256";
    /** 128 bits: more than enough to tell endpoints apart. */
    private static final int BYTES = 16;

    /** Never used itself, but cloned for each name: to look the algorithm up costs many times what a hash does. */
    private final Mac keyed;

    /** Keys of one app; {@code secret} is one byte or more. */
    public EndpointKeys(byte[] secret) {
        try {
            keyed = Mac.getInstance(ALGORITHM);
            keyed.init(new SecretKeySpec(secret, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** All subscriptions with the same URL share what is known of it. */
    public String ofEndpoint(EventSubscription subscription) {
        return hash("endpoint " + subscription.destination().endpointUrl());
    }

    /** What concerns one subscription alone: its being refused or unknown there. */
    public String ofSubscription(EventSubscription subscription) {
        SubscriptionRef ref = SubscriptionRef.of(subscription);
        return hash("subscription " + ref.topic() + "/" + ref.name() + "/" + ref.generation() + " "
                + subscription.destination().endpointUrl());
    }

    private String hash(String text) {
        try {
            Mac mac = (Mac) keyed.clone();
            byte[] hash = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's own " + ALGORITHM + " can be cloned", e);
        }
    }
}
