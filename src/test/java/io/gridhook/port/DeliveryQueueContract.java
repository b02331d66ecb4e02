package io.gridhook.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every delivery queue does (functions-runtime §8 has the semantics of Storage's). */
public abstract class DeliveryQueueContract {
    private static final Duration NOW = Duration.ZERO;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** The queue under test, one for each test, empty at first. */
    protected abstract DeliveryQueue queue();

    /** One message that shows when {@code wait} has passed, received then. */
    protected abstract QueueMessage receiveAfter(Duration wait, Duration lease);

    @Test
    void an_empty_queue_gives_nothing() {
        assertEquals(List.of(), queue().receive(32, MINUTE));
        assertEquals(0, queue().approximateMessageCount());
    }

    @Test
    void a_message_shows_at_once_and_is_hidden_when_received() {
        Receipt sent = queue().put("body", NOW);
        QueueMessage received = receiveOne(MINUTE);
        assertEquals("body", received.body());
        assertEquals(1, received.dequeueCount());
        assertEquals(sent.messageId(), received.receipt().messageId());
        assertEquals(List.of(), queue().receive(32, MINUTE));
    }

    @Test
    void a_delayed_message_shows_when_it_is_due() {
        queue().put("later", SECOND);
        assertEquals(List.of(), queue().receive(32, MINUTE));
        assertEquals("later", receiveAfter(SECOND, MINUTE).body());
    }

    @Test
    void a_message_shows_again_when_its_lease_ends_and_the_first_receipt_is_stale() {
        queue().put("body", NOW);
        Receipt first = receiveOne(SECOND).receipt();
        QueueMessage again = receiveAfter(SECOND, MINUTE);
        assertEquals(2, again.dequeueCount());
        assertEquals("body", again.body());
        assertIsStale(first);
        assertTrue(queue().delete(again.receipt()));
    }

    @Test
    void the_receipt_of_a_put_is_good_until_the_message_is_received() {
        Receipt sent = queue().put("body", NOW);
        receiveOne(MINUTE);
        assertIsStale(sent);
    }

    @Test
    void the_receipt_of_a_put_ends_a_message_that_shows() {
        Receipt sent = queue().put("body", NOW);
        assertTrue(queue().delete(sent));
        assertEquals(List.of(), queue().receive(32, MINUTE));
    }

    @Test
    void the_receipt_of_a_put_updates_a_hidden_message() {
        Receipt sent = queue().put("body", MINUTE);
        Optional<Receipt> updated = queue().update(sent, "changed", NOW);
        assertTrue(updated.isPresent());
        assertEquals("changed", receiveOne(MINUTE).body());
    }

    @Test
    void an_update_replaces_content_and_receipt_and_keeps_the_dequeue_count() {
        queue().put("body", NOW);
        Receipt received = receiveOne(MINUTE).receipt();
        Receipt updated = queue().update(received, "changed", NOW).orElseThrow();
        assertNotEquals(received, updated);
        assertIsStale(received);
        QueueMessage again = receiveOne(MINUTE);
        assertEquals("changed", again.body());
        assertEquals(2, again.dequeueCount());
    }

    @Test
    void an_update_hides_the_message_from_now_on() {
        Receipt sent = queue().put("body", NOW);
        assertTrue(queue().update(sent, "changed", SECOND).isPresent());
        assertEquals(List.of(), queue().receive(32, MINUTE));
        assertEquals("changed", receiveAfter(SECOND, MINUTE).body());
    }

    @Test
    void hiding_keeps_the_content() {
        queue().put("<body> & more", NOW);
        Receipt received = receiveOne(MINUTE).receipt();
        Receipt hidden = queue().hide(received, NOW).orElseThrow();
        assertIsStale(received);
        QueueMessage again = receiveOne(MINUTE);
        assertEquals("<body> & more", again.body());
        assertEquals(2, again.dequeueCount());
        assertIsStale(hidden);
    }

    @Test
    void an_ended_message_is_gone() {
        queue().put("body", NOW);
        Receipt received = receiveOne(MINUTE).receipt();
        assertTrue(queue().delete(received));
        assertFalse(queue().delete(received));
        assertEquals(Optional.empty(), queue().update(received, "changed", NOW));
        assertEquals(Optional.empty(), queue().hide(received, NOW));
        assertEquals(0, queue().approximateMessageCount());
    }

    @Test
    void the_count_includes_hidden_messages() {
        queue().put("shown", NOW);
        queue().put("hidden", MINUTE);
        queue().put("received", NOW);
        assertEquals(1, queue().receive(1, MINUTE).size());
        assertEquals(3, queue().approximateMessageCount());
    }

    @Test
    void no_more_messages_are_received_than_asked_for() {
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            queue().put("body " + i, NOW);
        }
        queue().receive(2, MINUTE).forEach(message -> bodies.add(message.body()));
        assertEquals(2, bodies.size());
        queue().receive(32, MINUTE).forEach(message -> bodies.add(message.body()));
        assertEquals(
                List.of("body 0", "body 1", "body 2", "body 3", "body 4"),
                bodies.stream().sorted().toList());
    }

    @Test
    void text_survives_as_it_is() {
        String body = " {\"a\": \"<b attr='x'>&amp;]]></b>\",\n\t\"ü\": \"\uD83D\uDE00\"} ";
        queue().put(body, NOW);
        assertEquals(body, receiveOne(MINUTE).body());
    }

    @Test
    void a_body_of_64_KiB_is_taken_and_one_byte_more_refused() {
        String most = "x".repeat(DeliveryQueue.BODY_BYTES_MAX);
        Receipt sent = queue().put(most, NOW);
        Receipt updated = queue().update(sent, most, NOW).orElseThrow();
        assertEquals(most, receiveOne(MINUTE).body());
        assertThrows(IllegalArgumentException.class, () -> queue().put(most + "x", NOW));
        assertThrows(IllegalArgumentException.class, () -> queue().update(updated, most + "x", NOW));
    }

    @Test
    void bytes_count_not_characters() {
        String body = "ü".repeat(DeliveryQueue.BODY_BYTES_MAX / 2 + 1);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> queue().put(body, NOW));
        assertEquals("body: 65538 bytes (expected: 0..65536)", e.getMessage());
    }

    @Test
    void seven_days_are_the_longest_a_message_is_hidden() {
        Receipt sent = queue().put("body", DeliveryQueue.HIDDEN_MAX);
        Receipt hidden = queue().hide(sent, DeliveryQueue.HIDDEN_MAX).orElseThrow();
        Duration longer = DeliveryQueue.HIDDEN_MAX.plusSeconds(1);
        assertThrows(IllegalArgumentException.class, () -> queue().put("body", longer));
        assertThrows(IllegalArgumentException.class, () -> queue().put("body", Duration.ofSeconds(-1)));
        assertThrows(IllegalArgumentException.class, () -> queue().hide(hidden, longer));
    }

    @Test
    void one_to_32_messages_are_asked_for() {
        assertThrows(IllegalArgumentException.class, () -> queue().receive(0, MINUTE));
        assertThrows(IllegalArgumentException.class, () -> queue().receive(33, MINUTE));
    }

    private QueueMessage receiveOne(Duration lease) {
        List<QueueMessage> received = queue().receive(32, lease);
        assertEquals(1, received.size());
        return received.get(0);
    }

    private void assertIsStale(Receipt receipt) {
        assertEquals(Optional.empty(), queue().update(receipt, "stolen", NOW));
        assertEquals(Optional.empty(), queue().hide(receipt, NOW));
        assertFalse(queue().delete(receipt));
    }
}
