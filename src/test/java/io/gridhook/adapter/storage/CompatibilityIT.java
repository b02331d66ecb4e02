package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.topic.DefinitionCodec;
import io.gridhook.port.ConsentStore.Consent;
import io.gridhook.port.StorageUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Rows as every format so far has them in tables, secrets sealed: they are read for ever. The file is what this code wrote when the format
 * was new; it is added to, and never written anew. Rows of a format that is not known yet are our own trouble, never a missing definition.
 */
class CompatibilityIT {
    private static final String KEY =
            Base64.getEncoder().encodeToString("compatibility key of 32 bytes !!".getBytes(StandardCharsets.US_ASCII));

    private final AesGcmSecrets secrets = new AesGcmSecrets(KEY, List.of());
    private final DefinitionCodec codec = new DefinitionCodec(secrets::seal, secrets::open);
    private final DefinitionCodec plain = new DefinitionCodec(UnaryOperator.identity(), UnaryOperator.identity());
    private final String name = SharedAzurite.newTable();
    private final TableClient table = SharedAzurite.connection().table(name);
    private final TableTopicStore topics = new TableTopicStore(SharedAzurite.connection(), name, codec);
    private final TableSubscriptionStore subscriptions =
            new TableSubscriptionStore(SharedAzurite.connection(), name, codec);

    private static JsonNode stored() throws IOException {
        return new ObjectMapper()
                .readTree(Path.of("src/test/resources/compatibility/definitions.json")
                        .toFile());
    }

    private void put(String partition, String row, int version, String definition) {
        table.upsertEntity(new TableEntity(partition, row)
                .addProperty("formatVersion", version)
                .addProperty("definition", definition));
    }

    @Test
    void rows_of_every_format_so_far_are_read() throws IOException {
        Set<Integer> versions = new TreeSet<>();
        for (JsonNode row : stored()) {
            versions.add(row.path("formatVersion").asInt());
            put(
                    row.path("partition").asText(),
                    row.path("row").asText(),
                    row.path("formatVersion").asInt(),
                    row.path("definition").asText());
            String read = row.path("kind").asText().equals("topic")
                    ? plain.write(
                            topics.find(row.path("name").asText()).orElseThrow().value())
                    : plain.write(subscriptions
                            .find(
                                    row.path("partition").asText(),
                                    row.path("name").asText())
                            .orElseThrow()
                            .value());
            assertEquals(row.path("plain").asText(), read);
        }
        assertEquals(Set.of(1, 2, 3, 4, 5), versions, "a new format has its rows here");
    }

    /** Else an old instance would drop events as those of a subscription that is gone, or make a topic that is there. */
    @Test
    void a_row_of_a_newer_format_is_there_and_cannot_be_read() {
        String definition = "{\"formatVersion\":9,\"name\":\"orders\",\"topic\":\"orders\",\"what\":\"is new\"}";
        put("topic", "orders", 9, definition);
        put("orders", "sub-1", 9, definition);
        assertThrows(StorageUnavailableException.class, () -> topics.find("orders"));
        assertThrows(StorageUnavailableException.class, topics::list);
        assertThrows(StorageUnavailableException.class, () -> subscriptions.find("orders", "sub-1"));
        assertThrows(StorageUnavailableException.class, () -> subscriptions.list("orders"));
        assertThrows(StorageUnavailableException.class, () -> topics.delete("orders"));
        assertEquals(definition, table.getEntity("orders", "sub-1").getProperty("definition"), "it stays as it is");
    }

    /** What is not read counts as not there: an endpoint is tried, a consent asked for again. */
    @Test
    void health_and_consents_are_read_and_newer_ones_left_out() {
        TableHealthStore health = new TableHealthStore(SharedAzurite.connection(), name);
        put("endpoint", "k1", 1, "{\"until\":\"2026-11-20T10:00:00Z\",\"cause\":8,\"level\":2}");
        put("endpoint", "k2", 1, "{\"until\":\"2026-11-20T10:00:00Z\",\"cause\":99,\"level\":2}");
        assertEquals(Set.of("k1"), health.list().keySet());
        assertEquals(
                List.of(DeliveryOutcome.BUSY),
                health.list().values().stream()
                        .map(each -> each.value().cause())
                        .toList());
        TableConsentStore consents = new TableConsentStore(SharedAzurite.connection(), name);
        UUID code = new UUID(1, 2);
        put("consent", code.toString(), 1, "{\"given\":\"2026-11-20T10:00:00Z\",\"allowedRate\":100}");
        assertEquals(
                new Consent(Instant.parse("2026-11-20T10:00:00Z"), OptionalInt.of(100)),
                consents.find(code).orElseThrow());
        assertTrue(consents.find(new UUID(3, 4)).isEmpty());
    }
}
