package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.tasks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DESIGN §2, "Definitions and caches": what waits for a subscription that is gone is dropped, on the word of the store alone. */
class GenerationsTest {
    private static final String DROPPED = "DroppedEventCount orders billing SubscriptionDeleted";

    private final PipelineFixture world = new PipelineFixture();

    private void deleteTopic() {
        world.subscriptions.list("orders").forEach(world.subscriptions::delete);
        world.topics.delete("orders");
    }

    @Test
    void a_topic_that_is_made_anew_inherits_nothing() {
        world.subscribe("billing");
        world.published(1, 10);
        deleteTopic();
        world.topic("orders", EventSchema.EVENT_GRID);
        world.subscribe("billing");
        world.pass(Catalog.AGE_MAX);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of(), world.posts);
        assertEquals(1L, world.counts.get(DROPPED));
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1, world.posts.size());
    }

    @Test
    void events_of_a_deleted_topic_are_dropped_once() {
        world.subscribe("billing");
        world.published(2, 10);
        deleteTopic();
        world.pass(Catalog.AGE_MAX);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of(), world.posts);
        assertEquals(2L, world.counts.get(DROPPED));
        assertEquals(List.of(), world.deliveries.bodies());
    }

    /** One instance has read of the new subscription, and puts what the other, which has not, delivers. */
    @Test
    void who_does_not_know_a_subscription_yet_asks_the_store_before_it_drops() {
        world.subscribe("billing");
        Pipeline knowing = world.newPipeline();
        assertEquals(1, world.pipeline.catalog().topic("orders").subscriptions().size());
        world.subscriptions.delete("orders", "billing");
        world.subscribe("billing");
        knowing.publisher()
                .publish("orders", PublisherCredentials.ofKey(Optional.of(PipelineFixture.KEY)), one())
                .join();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1, world.posts.size(), "the first generation was cached on the instance that delivers");
        assertFalse(world.counts.containsKey(DROPPED));
    }

    private static PublishedBody one() {
        return PipelineFixture.events(1, 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"subscriptions.list", "topics.find"})
    void while_the_store_does_not_answer_nothing_is_dropped(String refused) {
        world.subscribe("billing");
        world.published(1, 10);
        deleteTopic();
        world.pass(Catalog.AGE_MAX);
        world.topic("orders", EventSchema.EVENT_GRID);
        world.refuse(refused);
        assertThrows(
                StorageUnavailableException.class, () -> world.run(world.deliveries, world.receive(world.deliveries)));
        assertFalse(world.counts.containsKey(DROPPED));
        assertEquals(List.of("billing e0 0"), tasks(world.deliveries));
        world.refuseNothing();
        world.pass(PipelineFixture.LEASE);
        eventually(world.deliveries);
        assertEquals(1L, world.counts.get(DROPPED));
        assertEquals(List.of(), world.posts);
    }

    /** A message that failed once is hidden before it is tried again. */
    private void eventually(InMemoryDeliveryQueue queue) {
        for (int i = 0; i < 3 && !queue.bodies().isEmpty(); i++) {
            world.passUntilShown(queue);
            world.invoke(queue);
        }
    }

    @Test
    void a_retry_of_a_deleted_subscription_is_dropped_at_its_next_turn() {
        world.subscribe("billing");
        world.answers("billing", 503);
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        world.subscriptions.delete("orders", "billing");
        world.pass(Duration.ofSeconds(30));
        world.passUntilShown(world.retries);
        world.forget();
        assertTrue(world.invoke(world.retries));
        assertEquals(List.of(), world.posts);
        assertEquals(1L, world.counts.get(DROPPED));
    }
}
