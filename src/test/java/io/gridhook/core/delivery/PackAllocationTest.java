package io.gridhook.core.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.filter.Filtering;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What reading a message asks of the heap, counted on this thread. */
class PackAllocationTest {
    private static final int EVENTS = 40;
    /** Attributes, task and the objects between; the JSON itself is a slice. */
    private static final int OBJECTS_BYTES = 1_024;

    @Test
    void a_message_is_decoded_without_a_copy_of_each_event() {
        DeliveryPack pack = DeliveryPack.of(
                new UUID(1, 2),
                Tasks.PUBLISHED,
                IntStream.range(0, EVENTS)
                        .mapToObj(i -> Tasks.task(Tasks.inline(event(i)), Tasks.SUBSCRIPTION))
                        .toList());
        String message = PackCodec.encode(pack);
        Message read = PackCodec.decode(message);
        assertEquals(
                List.of(pack),
                List.of(assertInstanceOf(Message.Pack.class, read).pack()));
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        Message again = PackCodec.decode(message);
        long allocated = thread.getCurrentThreadAllocatedBytes() - before;
        assertEquals(read, again);
        // The characters of the message in bytes, and what they stand for.
        long armour = message.length() + message.length() * 3L / 4;
        assertTrue(
                allocated <= armour + (long) EVENTS * OBJECTS_BYTES,
                () -> (allocated - armour) / EVENTS + " bytes an event");
    }

    private static Event event(int i) {
        String line = "{\"sku\":\"1234567\",\"count\":2},";
        return Filtering.event(
                EventSchema.EVENT_GRID,
                "{\"id\":\"" + i + "\",\"subject\":\"/orders/eu-west/" + i + "\",\"eventType\":\"Shop.OrderPlaced\","
                        + "\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":{\"lines\":[" + line.repeat(20) + "{}]}}");
    }
}
