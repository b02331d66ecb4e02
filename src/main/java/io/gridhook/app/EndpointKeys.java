package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryAttributes;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.core.trust.HmacSha256;
import io.gridhook.core.trust.Remembered;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Names under which the health of endpoints is kept: keyed hashes, as an endpoint's URL may carry a secret and its hash could be guessed
 * without a key.
 */
public final class EndpointKeys {
    /** 128 bits: more than enough to tell endpoints apart. */
    private static final int BYTES = 16;

    private final HmacSha256 hmac;
    /** Every delivery asks for them, more than once. */
    private final Remembered<String> hashes = new Remembered<>(this::hash);

    /** Keys of one app; {@code secret} is one byte or more. */
    public EndpointKeys(byte[] secret) {
        hmac = new HmacSha256(secret).derive("gridhook endpoint keys");
    }

    /** All subscriptions that call the same URL with the same headers and the same kind of token share what is known of it. */
    public String ofEndpoint(EventSubscription subscription) {
        WebhookDestination destination = subscription.destination();
        return hashes.of("endpoint " + destination.endpointUrl() + shown(destination));
    }

    /** What the endpoint may let us in by, a line each; nothing else here has line breaks in it. */
    private static String shown(WebhookDestination destination) {
        StringBuilder shown = new StringBuilder();
        DeliveryAttributes.fixed(destination).forEach(header -> shown.append("\nheader ")
                .append(header.name().toLowerCase(Locale.ROOT))
                .append(": ")
                .append(header.value()));
        destination.entra().ifPresent(entra -> shown.append("\nentra ")
                .append(entra.tenantId())
                .append(' ')
                .append(entra.applicationIdOrUri()));
        return shown.toString();
    }

    /** What concerns one subscription alone: its being refused or unknown there. */
    public String ofSubscription(EventSubscription subscription) {
        SubscriptionRef ref = SubscriptionRef.of(subscription);
        return hashes.of("subscription " + ref.topic() + "/" + ref.name() + "/" + ref.generation() + " "
                + subscription.destination().endpointUrl());
    }

    private String hash(String text) {
        return HexFormat.of().formatHex(hmac.of(text), 0, BYTES);
    }
}
