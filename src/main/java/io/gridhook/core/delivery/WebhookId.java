package io.gridhook.core.delivery;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventAttributes;
import io.gridhook.core.topic.EventSubscription;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * The {@code webhook-id} of a delivery (Standard Webhooks 1.0: one for a message, however often it is sent). Made of the names of topic
 * and subscription and of the sources and ids of the events, and of nothing else: so attempts, redrives, and a publish that was repeated
 * for want of an answer have the same, and two subscriptions never do. A batch of other events, or in another order, is another message.
 */
final class WebhookId {
    /** Ours: 128 bits, more than enough to tell messages apart. */
    private static final int BYTES = 16;

    private WebhookId() {}

    static String of(EventSubscription subscription, List<Event> events) {
        MessageDigest digest = sha256();
        update(digest, subscription.topic().toLowerCase(Locale.ROOT));
        update(digest, subscription.name().toLowerCase(Locale.ROOT));
        for (Event event : events) {
            EventAttributes attributes = event.attributes();
            update(digest, attributes.source());
            update(digest, attributes.id());
        }
        byte[] hash = Arrays.copyOf(digest.digest(), BYTES);
        return "msg_" + Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    }

    /** With its length before it, so that no two lists of texts are the same bytes. */
    private static void update(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
