package io.gridhook.adapter.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.port.HealthStore;
import io.gridhook.port.Versioned;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Endpoint health in a table: partition {@code endpoint}, row the key. A row that cannot be read, a newer version's say, counts as none:
 * its endpoint passes for healthy, and nobody else's deliveries stop.
 */
public final class TableHealthStore implements HealthStore {
    private static final String PARTITION = "endpoint";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final DefinitionTable<EndpointHealth> table;

    /** The table {@code name}, which must exist ({@link StorageSetup}). */
    public TableHealthStore(StorageConnection connection, String name) {
        this.table = new DefinitionTable<>(
                connection.table(name), new DefinitionTable.Format<>(TableHealthStore::write, TableHealthStore::read));
    }

    @Override
    public Map<String, Versioned<EndpointHealth>> list() {
        return table.listReadable(PARTITION);
    }

    @Override
    public Optional<String> create(String key, EndpointHealth health) {
        return table.created(PARTITION, key, health);
    }

    @Override
    public Optional<String> replace(String key, EndpointHealth health, String etag) {
        return table.replaced(PARTITION, key, health, etag);
    }

    @Override
    public boolean delete(String key) {
        return table.deleteIf(PARTITION, key, health -> true);
    }

    private static String write(EndpointHealth health) {
        return JSON.createObjectNode()
                .put("until", health.until().toString())
                .put("cause", health.cause().code())
                .put("level", health.level())
                .toString();
    }

    private static EndpointHealth read(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            return new EndpointHealth(
                    Instant.parse(json.path("until").asText()),
                    DeliveryOutcome.ofCode(json.path("cause").asInt()),
                    json.path("level").asInt());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("endpoint health: not JSON", e);
        }
    }
}
