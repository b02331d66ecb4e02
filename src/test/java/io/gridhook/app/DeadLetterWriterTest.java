package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.DEAD_LETTERS;
import static io.gridhook.app.PipelineFixture.START;
import static io.gridhook.app.PipelineFixture.packs;
import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.StorageUnavailableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Behaviour §5.1, and DESIGN §2: the writer never throws for a refused write. */
class DeadLetterWriterTest {
    private static final DeadLetterDestination OTHER = new DeadLetterDestination("/storageAccounts/account", "other");

    private final PipelineFixture world = new PipelineFixture();

    /** Events that these subscriptions' endpoints did not want, as they show in {@code deadletters}. */
    private void givenUp(int events, String... subscriptions) {
        for (String subscription : subscriptions) {
            world.answers(subscription, 400);
        }
        world.published(events, 10);
        assertTrue(world.invoke(world.deliveries));
        world.passUntilShown(world.deadLetters);
        world.forget();
    }

    private List<String> folders() {
        return world.deadLetterStore.blobs().keySet().stream()
                .map(name -> name.substring(0, name.lastIndexOf('/')))
                .toList();
    }

    private void change(String name, Optional<DeadLetterDestination> destination) {
        var stored = world.subscriptions.find("orders", name).orElseThrow();
        EventSubscription old = stored.value();
        world.subscriptions.replace(
                new EventSubscription(
                        old.topic(),
                        old.name(),
                        old.generation(),
                        old.destination(),
                        old.deliverySchema(),
                        old.filter(),
                        old.retryPolicy(),
                        old.profile(),
                        destination,
                        old.labels(),
                        old.expirationTimeUtc(),
                        old.persisted()),
                stored.etag());
        world.pipeline.catalog().changed("orders");
    }

    @Test
    void a_message_becomes_one_blob_for_each_subscription() {
        world.subscribe("billing");
        world.subscribe("shipping", wanted().deadLetters(OTHER));
        givenUp(2, "billing", "shipping");
        assertEquals(START.plus(Duration.ofMinutes(5)), world.now());
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(List.of("blobs.write", "blobs.write"), world.calls("blobs"));
        assertEquals(
                List.of("account/deadletter/BILLING/2026/11/20/9", "account/other/SHIPPING/2026/11/20/9"), folders());
        String blob =
                new String(world.deadLetterStore.blobs().values().iterator().next(), StandardCharsets.UTF_8);
        assertTrue(blob.startsWith("[{\"id\":\"e0\","), blob);
        assertTrue(blob.contains("},{\"id\":\"e1\","), blob);
        assertTrue(
                blob.endsWith(",\"deadLetterReason\":\"UndeliverableDueToHttpBadRequest\",\"deliveryAttempts\":1,"
                        + "\"lastDeliveryOutcome\":\"BadRequest\",\"lastHttpStatusCode\":400,"
                        + "\"publishTime\":\"2026-11-20T09:30:00.0000000Z\","
                        + "\"lastDeliveryAttemptTime\":\"2026-11-20T09:30:00.0000000Z\"}]"),
                blob);
        assertEquals(
                Map.of(
                        "DeadLetteredCount orders billing UndeliverableDueToHttpBadRequest", 2L,
                        "DeadLetteredCount orders shipping UndeliverableDueToHttpBadRequest", 2L),
                world.counts);
        assertEquals(4, world.log.size());
        assertTrue(
                world.log.get(0).startsWith("billing e0 deadLettered UndeliverableDueToHttpBadRequest BILLING/2026/11"),
                world.log.get(0));
        assertEquals(List.of(), world.deadLetters.bodies());
        assertEquals(List.of(), world.queueCalls(), "the host deletes the message");
    }

    @Test
    void a_message_that_shows_too_early_is_put_off() {
        world.subscribe("billing");
        givenUp(1, "billing");
        QueueMessage message = world.receive(world.deadLetters);
        world.pass(Duration.ofMinutes(-1));
        world.run(world.deadLetters, message);
        assertEquals(List.of(), world.calls("blobs"));
        assertEquals(Duration.ofMinutes(1), world.hidden(world.deadLetters));
    }

    @Test
    void a_repeated_write_overwrites_the_first() {
        world.subscribe("billing");
        givenUp(1, "billing");
        QueueMessage message = world.receive(world.deadLetters);
        world.run(world.deadLetters, message);
        world.pass(Duration.ofHours(3));
        world.run(world.deadLetters, message);
        assertEquals(1, world.deadLetterStore.blobs().size());
    }

    @Test
    void a_refused_write_is_tried_again_under_the_same_name() {
        world.subscribe("billing");
        givenUp(2, "billing");
        // The blob is there, but nobody knows.
        world.loseAnswers("blobs.write");
        assertTrue(world.invoke(world.deadLetters));
        Set<String> names = world.deadLetterStore.blobs().keySet();
        assertEquals(1, names.size());
        assertEquals(Map.of(), world.counts);
        assertEquals(List.of("trouble: 2 dead letters were refused: tried again after PT1M"), world.log);
        assertEquals(List.of("deadletters.update"), world.queueCalls());
        assertEquals(Duration.ofMinutes(1), world.hidden(world.deadLetters));
        world.refuseNothing();
        world.pass(Duration.ofHours(2));
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(names, world.deadLetterStore.blobs().keySet());
        assertEquals(Map.of("DeadLetteredCount orders billing UndeliverableDueToHttpBadRequest", 2L), world.counts);
        assertEquals(List.of(), world.deadLetters.bodies());
    }

    @Test
    void what_was_written_is_not_tried_again_with_what_was_refused() {
        world.subscribe("billing");
        world.subscribe("shipping", wanted().deadLetters(OTHER));
        givenUp(1, "billing", "shipping");
        world.refuse(step -> step.equals("blobs.write") && world.calls("blobs").size() == 2);
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(List.of("shipping e0 1"), tasks(world.deadLetters));
        assertEquals(Optional.of(world.now()), packs(world.deadLetters).get(0).firstRefusedAt());
    }

    /** Vector 11 of §23: 4 hours from the first refusal, at growing waits, then dropped. */
    @Test
    void writes_that_are_refused_for_four_hours_are_given_up() {
        world.subscribe("billing");
        givenUp(2, "billing");
        world.refuse("blobs.write");
        var first = world.now();
        List<Long> minutes = new ArrayList<>();
        while (!world.deadLetters.bodies().isEmpty()) {
            world.passUntilShown(world.deadLetters);
            minutes.add(Duration.between(first, world.now()).toMinutes());
            assertTrue(world.invoke(world.deadLetters));
        }
        assertEquals(List.of(0L, 1L, 2L, 4L, 8L, 16L, 31L, 46L), minutes.subList(0, 8));
        long last = minutes.get(minutes.size() - 1);
        assertTrue(last >= 240 && last < 255, "after " + last);
        assertEquals(Map.of("DroppedEventCount orders billing DeadLetterDestinationUnavailable", 2L), world.counts);
        assertTrue(world.log.contains("billing e1 dropped DeadLetterDestinationUnavailable"));
    }

    /** Each refusal is an in-place update, so no receive of it is taken for a failure of ours. */
    @Test
    void a_refusal_is_no_failure_of_ours() {
        world.subscribe("billing");
        givenUp(1, "billing");
        world.refuse("blobs.write");
        for (int i = 0; i < 5; i++) {
            world.passUntilShown(world.deadLetters);
            world.forget();
            assertTrue(world.invoke(world.deadLetters));
            assertEquals(List.of("deadletters.update"), world.queueCalls());
        }
    }

    /** Saved when more was allowed: nothing is written there any more, and there is as much time to mend it as for a refused write. */
    @Test
    void a_destination_that_is_not_allowed_any_more_refuses_its_writes() {
        world.subscribe("billing");
        givenUp(1, "billing");
        change("billing", Optional.of(new DeadLetterDestination(DEAD_LETTERS.resourceId(), "payloads")));
        world.forget();
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(List.of(), world.calls("blobs"));
        assertEquals(List.of("billing e0 1"), tasks(world.deadLetters));
        assertTrue(
                world.log.stream().anyMatch(line -> line.contains("blobContainerName: payloads (expected: ")),
                world.log.toString());
        while (!world.deadLetters.bodies().isEmpty()) {
            world.passUntilShown(world.deadLetters);
            assertTrue(world.invoke(world.deadLetters));
        }
        assertEquals(Map.of("DroppedEventCount orders billing DeadLetterDestinationUnavailable", 1L), world.counts);
        assertEquals(Map.of(), world.deadLetterStore.blobs());
    }

    @Test
    void a_destination_that_is_allowed_again_is_written_to() {
        world.subscribe("billing");
        givenUp(1, "billing");
        change("billing", Optional.of(new DeadLetterDestination("/storageAccounts/elsewhere", "letters")));
        assertTrue(world.invoke(world.deadLetters));
        change("billing", Optional.of(OTHER));
        world.passUntilShown(world.deadLetters);
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(1, world.deadLetterStore.blobs().size());
        assertEquals(List.of(), world.deadLetters.bodies());
    }

    /** Vector 11 of §23, and §5.1. */
    @Test
    void a_missing_container_drops_at_once() {
        world.subscribe("billing");
        givenUp(2, "billing");
        world.deadLetterStore.setMissing(DEAD_LETTERS, true);
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(Map.of("DroppedEventCount orders billing DeadLetterDestinationNotFound", 2L), world.counts);
        assertEquals(List.of(), world.deadLetters.bodies());
    }

    @Test
    void without_a_destination_any_more_the_event_is_dropped_for_its_own_reason() {
        world.subscribe("billing");
        givenUp(1, "billing");
        change("billing", Optional.empty());
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(List.of(), world.calls("blobs"));
        assertEquals(Map.of("DroppedEventCount orders billing UndeliverableDueToHttpBadRequest", 1L), world.counts);
    }

    @Test
    void a_destination_that_was_changed_since_is_the_one_that_is_used() {
        world.subscribe("billing");
        givenUp(1, "billing");
        change("billing", Optional.of(OTHER));
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(List.of("account/other/BILLING/2026/11/20/9"), folders());
    }

    @Test
    void dead_letters_of_a_deleted_subscription_are_dropped() {
        world.subscribe("billing");
        givenUp(1, "billing");
        world.subscriptions.delete("orders", "billing");
        world.subscribe("billing");
        world.pipeline.catalog().changed("orders");
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(Map.of(), world.deadLetterStore.blobs());
        assertEquals(Map.of("DroppedEventCount orders billing SubscriptionDeleted", 1L), world.counts);
    }

    @Test
    void a_storage_error_is_not_taken_for_deleted() {
        world.subscribe("billing");
        givenUp(1, "billing");
        world.pipeline.catalog().changed("orders");
        world.refuse("subscriptions.list");
        QueueMessage message = world.receive(world.deadLetters);
        assertThrows(StorageUnavailableException.class, () -> world.run(world.deadLetters, message));
        assertEquals(Map.of(), world.counts);
        assertEquals(List.of("billing e0 1"), tasks(world.deadLetters));
    }

    @Test
    void a_dead_letter_whose_payload_is_gone_is_counted_and_ends() {
        world.subscribe("billing");
        world.answers("billing", 400);
        world.published(1, 100_000);
        assertTrue(world.invoke(world.deliveries));
        world.passUntilShown(world.deadLetters);
        world.payloads.deleteBefore("9999");
        world.forget();
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(
                Map.of(
                        "MissingPayloadCount deadletters", 1L,
                        "DroppedEventCount orders billing PayloadMissing", 1L),
                world.counts);
        assertEquals(Map.of(), world.deadLetterStore.blobs());
        assertEquals(List.of(), world.deadLetters.bodies());
    }

    @Test
    void the_message_stays_if_its_new_content_cannot_be_written() {
        world.subscribe("billing");
        givenUp(1, "billing");
        world.refuse("blobs.write", "deadletters.update");
        assertFalse(world.invoke(world.deadLetters));
        assertEquals(List.of("billing e0 1"), tasks(world.deadLetters));
    }
}
