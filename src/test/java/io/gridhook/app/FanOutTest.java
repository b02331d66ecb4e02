package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.WebhookRequest;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Issue 5: one event to the 500 subscriptions that a topic may have (behaviour §16). */
class FanOutTest {
    private static final int SUBSCRIPTIONS = Subscriptions.PER_TOPIC_MAX;
    /** The goal. Tables and blobs count, and so do the receive and the delete of each message, which are the host's. */
    private static final int TRANSACTIONS_MAX = 12;

    private final PipelineFixture world = new PipelineFixture();

    @Test
    void one_event_reaches_500_subscriptions_in_twelve_storage_transactions() {
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            world.subscribe("subscription-" + i);
        }
        world.published(1, 500);
        int messages = 0;
        while (!world.deliveries.bodies().isEmpty()) {
            assertTrue(world.invoke(world.deliveries));
            messages++;
        }
        assertEquals(
                SUBSCRIPTIONS,
                world.posts.stream()
                        .map(WebhookRequest::endpointUrl)
                        .collect(Collectors.toSet())
                        .size());
        assertEquals(SUBSCRIPTIONS, world.posts.size());
        assertEquals(List.of(), world.retries.bodies());
        List<String> storage = world.calls.stream()
                .filter(call -> !call.startsWith("webhooks."))
                .toList();
        int transactions = storage.size() + 2 * messages;
        assertTrue(transactions <= TRANSACTIONS_MAX, transactions + " with " + messages + " messages: " + storage);
    }
}
