package io.gridhook.adapter.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.port.LedgerStore;
import io.gridhook.port.Versioned;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The ledger in a table: partition {@code ledger}, row the id. Counts are arrays, as there may be thousands:
 * {@code {"saved":…,"merged":[…],"counts":{topic:{name:[accepted, delivered, deadLettered, {reason: dropped}]}}}}.
 */
public final class TableLedgerStore implements LedgerStore {
    private static final String PARTITION = "ledger";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final DefinitionTable<LedgerRow> table;

    /** The table {@code name}, which must exist ({@link StorageSetup}). */
    public TableLedgerStore(StorageConnection connection, String name) {
        this.table = new DefinitionTable<>(
                connection.table(name), new DefinitionTable.Format<>(TableLedgerStore::write, TableLedgerStore::read));
    }

    @Override
    public Map<String, Versioned<LedgerRow>> list() {
        return table.listReadable(PARTITION);
    }

    @Override
    public void save(String id, LedgerRow row) {
        table.save(PARTITION, id, row);
    }

    @Override
    public boolean replace(String id, LedgerRow row, String etag) {
        return table.replace(PARTITION, id, row, etag);
    }

    @Override
    public boolean delete(String id) {
        return table.deleteIf(PARTITION, id, row -> true);
    }

    private static String write(LedgerRow row) {
        ObjectNode json = JSON.createObjectNode().put("saved", row.saved().toString());
        ArrayNode merged = json.putArray("merged");
        row.merged().forEach(merged::add);
        ObjectNode topics = json.putObject("counts");
        row.counts().forEach((subscription, counts) -> {
            ArrayNode array = topics.withObjectProperty(subscription.topic()).putArray(subscription.name());
            array.add(counts.accepted()).add(counts.delivered()).add(counts.deadLettered());
            if (!counts.dropped().isEmpty()) {
                ObjectNode dropped = array.addObject();
                counts.dropped().forEach(dropped::put);
            }
        });
        return json.toString();
    }

    private static LedgerRow read(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            Set<String> merged = new HashSet<>();
            json.path("merged").forEach(id -> merged.add(id.asText()));
            Map<LedgerRow.Subscription, LedgerCounts> counts = new HashMap<>();
            json.path("counts").properties().forEach(topic -> topic.getValue()
                    .properties()
                    .forEach(named -> counts.put(
                            new LedgerRow.Subscription(topic.getKey(), named.getKey()), counts(named.getValue()))));
            return new LedgerRow(Instant.parse(json.path("saved").asText()), merged, counts);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("ledger: not JSON", e);
        }
    }

    private static LedgerCounts counts(JsonNode array) {
        SortedMap<String, Long> dropped = new TreeMap<>();
        array.path(3)
                .properties()
                .forEach(
                        reason -> dropped.put(reason.getKey(), reason.getValue().asLong()));
        return new LedgerCounts(
                array.path(0).asLong(), array.path(1).asLong(), array.path(2).asLong(), dropped);
    }
}
