package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.topic.DefinitionCodec;
import io.gridhook.core.topic.DeliveryAttribute;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.SubscriptionStoreContract;
import io.gridhook.port.Versioned;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableSubscriptionStoreIT extends SubscriptionStoreContract {
    private final SubscriptionStore store = new TableSubscriptionStore(
            SharedAzurite.connection(),
            SharedAzurite.newTable(),
            new DefinitionCodec(UnaryOperator.identity(), UnaryOperator.identity()));

    /** Behaviour §12: ten headers of 4,096 bytes, which take more than one property of a table. */
    @Test
    void the_longest_definition_is_stored_and_replaced_by_a_shorter_one() {
        EventSubscription plain = new EventSubscription(
                "orders",
                "sub-1",
                7,
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK, "https://h/", OptionalInt.empty(), OptionalInt.empty()),
                DeliverySchema.EVENT_GRID,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        WebhookDestination destination = plain.destination();
        List<DeliveryAttribute> headers = IntStream.range(0, 10)
                .<DeliveryAttribute>mapToObj(i -> new DeliveryAttribute.Fixed("X-" + i, ("" + i).repeat(4_096), true))
                .toList();
        EventSubscription longest = plain.with(new WebhookDestination(
                destination.type(),
                destination.endpointUrl(),
                destination.maxEventsPerBatch(),
                destination.preferredBatchSizeInKilobytes(),
                headers,
                Optional.empty(),
                Optional.empty()));
        assertTrue(store.create(longest));
        Versioned<EventSubscription> found = store.find("orders", "sub-1").orElseThrow();
        assertEquals(longest, found.value());
        assertEquals(List.of(longest), store.list("orders"));
        assertTrue(store.replace(plain, found.etag()));
        assertEquals(plain, store.find("orders", "sub-1").orElseThrow().value());
    }

    @Override
    protected SubscriptionStore store() {
        return store;
    }
}
