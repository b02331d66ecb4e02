package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.packs;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.QueueDelivery;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.StorageQueue;
import io.gridhook.core.topic.WebhookDestination;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §2.3, §6.1, §13.3: events that go to a Storage queue. */
class StorageQueueTest {
    private static final StorageQueue QUEUE =
            new StorageQueue("/x/storageAccounts/account", "in-box", OptionalInt.of(60));

    private final PipelineFixture world = new PipelineFixture();

    private void subscribe(String name) {
        EventSubscription stored = world.subscribe(name);
        String etag = world.subscriptions.find("orders", name).orElseThrow().etag();
        assertTrue(world.subscriptions.replace(stored.with(WebhookDestination.of(QUEUE)), etag));
    }

    @Test
    void an_event_is_one_message_of_its_json_in_base64() {
        subscribe("queue");
        world.published(3, 10);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of(), world.posts);
        assertEquals(3, world.messages.size());
        QueueDelivery first = world.messages.get(0);
        assertEquals(QUEUE, first.queue());
        String json = new String(Base64.getDecoder().decode(first.body()), StandardCharsets.UTF_8);
        assertEquals("e0", ManagementFixture.json(json).path("id").asText());
        assertEquals(
                "/arm/topics/orders", ManagementFixture.json(json).path("topic").asText());
        assertEquals(3L, world.counts.get("DeliverySuccessCount orders queue"));
        assertEquals(List.of(), packs(world.retries));
    }

    /** Behaviour §11: a CloudEvents subscription gets the event as one. */
    @Test
    void a_cloud_event_is_written_as_one() {
        EventSubscription stored = world.subscribe("queue");
        EventSubscription clouds = new EventSubscription(
                stored.topic(),
                stored.name(),
                stored.generation(),
                WebhookDestination.of(QUEUE),
                DeliverySchema.CLOUD_EVENT_V1_0,
                stored.filter(),
                stored.retryPolicy(),
                stored.profile(),
                stored.deadLetterDestination(),
                stored.labels(),
                stored.expirationTimeUtc(),
                stored.persisted());
        String etag = world.subscriptions.find("orders", "queue").orElseThrow().etag();
        assertTrue(world.subscriptions.replace(clouds, etag));
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        String json =
                new String(Base64.getDecoder().decode(world.messages.get(0).body()), StandardCharsets.UTF_8);
        assertEquals("1.0", ManagementFixture.json(json).path("specversion").asText());
        assertEquals(
                EventSchema.EVENT_GRID,
                world.topics.find("orders").orElseThrow().value().inputSchema());
    }

    /** Behaviour §2.3, row "Azure-resource", newest edition; §6.1. */
    @ParameterizedTest
    @CsvSource({
        "404, NotFound,     PT5M",
        "401, Unauthorized, PT5M",
        "503, Busy,         PT30S",
        "500, GenericError, PT10S",
    })
    void what_storage_answers_is_retried_as_for_an_azure_resource(int status, String outcome, Duration wait) {
        subscribe("queue");
        world.queueAnswers(CompletableFuture.completedFuture(AttemptOutcome.Responded.of(status)));
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of("queue e0 attempt 1 " + outcome + " -> retry after " + wait), world.log);
        world.queueAnswers(CompletableFuture.completedFuture(AttemptOutcome.Responded.of(201)));
        world.passUntilShown(world.retries);
        assertTrue(world.invoke(world.retries));
        assertEquals(2, world.messages.size());
        assertEquals(1L, world.counts.get("DeliverySuccessCount orders queue"));
    }

    @ParameterizedTest
    @CsvSource({
        "403, Forbidden,  UndeliverableDueToClientError",
        "400, BadRequest, UndeliverableDueToHttpBadRequest",
    })
    void what_storage_refuses_for_good_is_dead_lettered(int status, String outcome, String reason) {
        subscribe("queue");
        world.queueAnswers(CompletableFuture.completedFuture(AttemptOutcome.Responded.of(status)));
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of("queue e0 attempt 1 " + outcome + " -> give up, " + reason), world.log);
        assertEquals(1, packs(world.deadLetters).size());
    }

    /** A message has 65,536 bytes: 49,152 of JSON in base64. */
    @Test
    void an_event_that_no_message_holds_is_too_large_and_storage_is_not_asked() {
        subscribe("queue");
        world.published(1, 49_152);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of(), world.messages);
        assertEquals(
                List.of("queue e0 attempt 1 PayloadTooLarge -> give up, UndeliverableDueToClientError"), world.log);
        world.forget();
        world.published(1, 48_900);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1, world.messages.size());
    }

    /** DESIGN §1: our own trouble is never the receiver's. */
    @Test
    void a_fault_of_ours_counts_no_attempt() {
        subscribe("queue");
        world.queueAnswers(CompletableFuture.failedFuture(new IllegalStateException("no token")));
        world.published(1, 10);
        var message = world.receive(world.deliveries);
        assertThrows(CompletionException.class, () -> world.run(world.deliveries, message));
        assertEquals(List.of("queue e0 0"), PipelineFixture.tasks(world.deliveries));
        assertEquals(List.of(), packs(world.deadLetters));
    }

    @Test
    void a_put_that_hangs_is_handed_off_and_a_late_success_counts() {
        CompletableFuture<AttemptOutcome> late = new CompletableFuture<>();
        subscribe("queue");
        world.queueAnswers(late);
        world.published(1, 10);
        var message = world.receive(world.deliveries);
        var ended = world.pipeline.deliverer().deliver(message, world.told());
        world.pass(Pipeline.Settings.PATIENCE);
        ended.join();
        assertEquals(List.of("queue e0 1"), PipelineFixture.tasks(world.retries));
        late.complete(AttemptOutcome.Responded.of(201));
        assertEquals(List.of(), packs(world.retries));
    }
}
