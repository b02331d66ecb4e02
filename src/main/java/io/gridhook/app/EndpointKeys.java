package io.gridhook.app;

import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.trust.HmacSha256;
import java.util.HexFormat;

/**
 * Names under which the health of endpoints is kept: keyed hashes, as an endpoint's URL may carry a secret and its hash could be guessed
 * without a key.
 */
public final class EndpointKeys {
    /** What the key is for: the secret keys other things too, and none of their hashes is one of another's. */
    private static final String PURPOSE = "gridhook endpoint keys";
    /** 128 bits: more than enough to tell endpoints apart. */
    private static final int BYTES = 16;

    private final HmacSha256 hmac;

    /** Keys of one app; {@code secret} is one byte or more. */
    public EndpointKeys(byte[] secret) {
        hmac = new HmacSha256(new HmacSha256(secret).of(PURPOSE));
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
        return HexFormat.of().formatHex(hmac.of(text), 0, BYTES);
    }
}
