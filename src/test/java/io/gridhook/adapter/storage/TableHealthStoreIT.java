package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.data.tables.models.TableEntity;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.port.HealthStore;
import io.gridhook.port.HealthStoreContract;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableHealthStoreIT extends HealthStoreContract {
    private final String table = SharedAzurite.newTable();
    private final HealthStore store = new TableHealthStore(SharedAzurite.connection(), table);

    @Override
    protected HealthStore store() {
        return store;
    }

    @Test
    void a_row_that_cannot_be_read_does_not_hide_the_others() {
        EndpointHealth busy = new EndpointHealth(Instant.parse("2026-11-20T12:00:00Z"), DeliveryOutcome.BUSY, 1);
        assertTrue(store.create("a1", busy).isPresent());
        SharedAzurite.connection()
                .table(table)
                .createEntity(new TableEntity("endpoint", "b2").addProperty("definition", "{\"level\":99}"));
        assertEquals(Set.of("a1"), store.list().keySet());
    }
}
