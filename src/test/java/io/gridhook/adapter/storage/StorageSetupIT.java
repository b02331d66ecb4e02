package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StorageSetupIT {
    private final StorageConnection connection = SharedAzurite.connection();

    @Test
    void creates_what_is_missing_and_leaves_the_rest() {
        new StorageSetup(connection).createMissing();
        StorageDeliveryQueue queue = new StorageDeliveryQueue(connection, StorageNames.DELIVERIES);
        long before = queue.approximateMessageCount();
        queue.put("body", Duration.ofDays(1));
        new StorageSetup(connection).createMissing();
        assertEquals(before + 1, queue.approximateMessageCount());
        StorageNames.CONTAINERS.forEach(
                name -> assertTrue(connection.container(name).exists(), name));
        StorageNames.TABLES.forEach(name ->
                assertEquals(0, connection.table(name).listEntities().stream().count(), name));
    }
}
