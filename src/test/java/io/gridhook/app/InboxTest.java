package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.tasks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DESIGN §2, "our own failures": they cost time, never an event. */
class InboxTest {
    private final PipelineFixture world = new PipelineFixture();

    private InMemoryDeliveryQueue queue(String name) {
        return switch (name) {
            case "deliveries" -> world.deliveries;
            case "retries" -> world.retries;
            default -> world.deadLetters;
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"deliveries", "retries", "deadletters"})
    void a_message_of_an_unknown_version_is_put_off_and_kept(String name) {
        InMemoryDeliveryQueue queue = queue(name);
        queue.put("G9.newer", Duration.ZERO);
        for (int receive = 0; receive < 10; receive++) {
            world.forget();
            assertTrue(world.invoke(queue));
            assertEquals(List.of(name + ".hide"), world.calls);
            assertEquals(List.of("G9.newer"), queue.bodies());
            assertEquals(Duration.ofMinutes(5), world.hidden(queue));
            assertEquals(Map.of("DeferredMessageCount " + name + " UnknownVersion", 1L), world.counts);
            assertEquals(List.of("trouble: message of unknown version 9 in " + name + ": put off"), world.log);
            world.passUntilShown(queue);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"deliveries", "retries", "deadletters"})
    void a_message_that_nobody_can_read_is_kept_for_a_person_and_ends(String name) {
        InMemoryDeliveryQueue queue = queue(name);
        queue.put("not ours", Duration.ZERO);
        assertTrue(world.invoke(queue));
        assertEquals(List.of("poison.keep"), world.calls, "the host deletes it");
        assertEquals(Map.of(name + "/message-1", "not ours"), world.poison.bodies());
        assertEquals(List.of(), queue.bodies());
        assertEquals(Map.of("PoisonMessageCount " + name, 1L), world.counts);
        assertEquals(
                List.of("trouble: unreadable message in " + name
                        + ": no version (expected: G1.…): kept in the container poison"),
                world.log);
    }

    @Test
    void an_unreadable_message_stays_until_it_is_kept() {
        world.deliveries.put("not ours", Duration.ZERO);
        world.refuse("poison.keep");
        assertFalse(world.invoke(world.deliveries));
        assertEquals(List.of("not ours"), world.deliveries.bodies());
        assertEquals(Map.of(), world.counts);
        world.refuseNothing();
        world.passUntilShown(world.deliveries);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of(), world.deliveries.bodies());
    }

    /** 2, 4, 8 and then 16 minutes: tried at once, and should that not end either, after as long. */
    @Test
    void a_receive_that_did_not_end_is_claimed_with_a_growing_wait() {
        world.subscribe("billing");
        world.published(1, 10);
        world.refuse("webhooks.post");
        assertFalse(world.invoke(world.deliveries));
        List<Duration> waits = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            world.pass(
                    Duration.ofSeconds(30).compareTo(world.hidden(world.deliveries)) > 0
                            ? Duration.ofSeconds(30)
                            : world.hidden(world.deliveries));
            QueueMessage message = world.receive(world.deliveries);
            world.forget();
            assertThrows(StorageUnavailableException.class, () -> world.run(world.deliveries, message));
            assertEquals(List.of("deliveries.hide"), world.queueCalls());
            assertTrue(world.calls.indexOf("deliveries.hide") < world.calls.indexOf("webhooks.post"));
            assertEquals(1L, world.counts.get("DeferredMessageCount deliveries OwnFailure"));
            assertFalse(
                    world.deliveries
                            .hide(message.receipt(), Duration.ofSeconds(30))
                            .isPresent(),
                    "the host cannot give it back sooner");
            waits.add(world.hidden(world.deliveries));
        }
        assertEquals(
                List.of(2, 4, 8, 16, 16, 16),
                waits.stream().map(wait -> (int) wait.toMinutes()).toList());
        world.refuseNothing();
        world.passUntilShown(world.deliveries);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of(), world.deliveries.bodies(), "once claimed, its end is ours to write");
        assertEquals(1, world.posts.size());
    }

    /** Where storage refuses even the claim, no endpoint is bothered. */
    @Test
    void a_claim_that_is_refused_makes_no_attempt() {
        world.subscribe("billing");
        world.published(1, 10);
        QueueMessage first = world.receive(world.deliveries);
        QueueMessage again = new QueueMessage(first.receipt(), first.body(), 2);
        world.refuse("deliveries.hide");
        assertThrows(StorageUnavailableException.class, () -> world.run(world.deliveries, again));
        assertEquals(List.of(), world.posts);
    }

    /** Somebody else owns it by now. */
    @Test
    void a_stale_claim_stops_without_an_attempt() {
        world.subscribe("billing");
        world.published(1, 10);
        QueueMessage mine = world.receive(world.deliveries);
        world.pass(PipelineFixture.LEASE);
        world.receive(world.deliveries);
        QueueMessage stale = new QueueMessage(mine.receipt(), mine.body(), 2);
        assertThrows(StorageUnavailableException.class, () -> world.run(world.deliveries, stale));
        assertEquals(List.of(), world.posts);
        assertEquals(List.of("billing e0 0"), tasks(world.deliveries));
        assertEquals(1, world.deliveries.bodies().size());
    }

    @Test
    void a_message_that_is_gone_stops_without_an_attempt() {
        world.subscribe("billing");
        world.published(1, 10);
        QueueMessage mine = world.receive(world.deliveries);
        QueueMessage gone = new QueueMessage(new Receipt("nobodys", "receipt"), mine.body(), 7);
        assertThrows(StorageUnavailableException.class, () -> world.run(world.deliveries, gone));
        assertEquals(List.of(), world.posts);
    }

    /** A message is received once for every attempt: that is no failure of ours. */
    @Test
    void a_message_that_was_rescheduled_is_not_claimed() {
        world.subscribe("billing");
        world.published(1, 10);
        world.answers("billing", 500);
        assertTrue(world.invoke(world.deliveries));
        for (int i = 0; i < 8; i++) {
            world.passUntilShown(world.retries);
            world.forget();
            assertTrue(world.invoke(world.retries));
            assertEquals(List.of("retries.update"), world.queueCalls(), "receive " + i);
        }
        // But one whose attempt was not written down is.
        world.passUntilShown(world.retries);
        world.refuse("retries.update");
        assertFalse(world.invoke(world.retries));
        world.refuseNothing();
        world.pass(Duration.ofSeconds(30));
        world.forget();
        assertTrue(world.invoke(world.retries));
        assertEquals(List.of("retries.hide", "retries.update"), world.queueCalls());
    }
}
