package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.storage.queue.models.QueueMessageItem;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.QueueDelivery;
import io.gridhook.core.topic.QueueDestinations;
import io.gridhook.core.topic.StorageQueue;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On the emulator, which stands for every account. */
class StorageQueueDestinationIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final StorageQueueDestination destination = new StorageQueueDestination(
            SharedAzurite.connection(),
            new QueueDestinations("devstoreaccount1", true, Set.of("deliveries"), List.of()),
            Runnable::run);

    private static QueueDelivery delivery(String queue, OptionalInt seconds, String body) {
        return new QueueDelivery(new StorageQueue("/x/storageAccounts/mine", queue, seconds), body);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 60})
    void a_message_is_put_as_it_is_and_stays_as_long_as_asked(int seconds) {
        String queue = SharedAzurite.newQueue();
        assertEquals(
                AttemptOutcome.Responded.of(201),
                destination
                        .put(delivery(queue, OptionalInt.of(seconds), "e30="), TIMEOUT)
                        .join());
        QueueMessageItem message = SharedAzurite.connection().queue(queue).receiveMessage();
        assertEquals("e30=", message.getBody().toString());
        Duration stays = Duration.between(message.getInsertionTime(), message.getExpirationTime());
        assertEquals(seconds == 60, stays.equals(Duration.ofSeconds(60)), stays.toString());
    }

    @Test
    void the_largest_message_that_fits_is_taken() {
        String queue = SharedAzurite.newQueue();
        QueueDelivery largest = delivery(queue, OptionalInt.empty(), "A".repeat(QueueDelivery.BODY_BYTES_MAX));
        assertTrue(largest.fits());
        assertEquals(
                AttemptOutcome.Responded.of(201),
                destination.put(largest, TIMEOUT).join());
    }

    @Test
    void a_missing_queue_is_not_found() {
        assertEquals(
                AttemptOutcome.Responded.of(404),
                destination
                        .put(delivery(SharedAzurite.uniqueName("missing"), OptionalInt.empty(), "e30="), TIMEOUT)
                        .join());
    }

    @Test
    void a_queue_of_our_own_is_never_written_to() {
        assertEquals(
                new AttemptOutcome.Unreachable(
                        AttemptOutcome.Unreachable.Cause.RESOLUTION,
                        "queueName: deliveries (expected: a queue that neither Gridhook nor the Functions host works from)"),
                destination
                        .put(delivery("deliveries", OptionalInt.empty(), "e30="), TIMEOUT)
                        .join());
    }
}
