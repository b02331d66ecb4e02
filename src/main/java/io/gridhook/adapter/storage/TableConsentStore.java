package io.gridhook.adapter.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.port.ConsentStore;
import io.gridhook.port.Versioned;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** Early consents in a table: partition {@code consent}, row the handshake's code. */
public final class TableConsentStore implements ConsentStore {
    private static final String PARTITION = "consent";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final DefinitionTable<Consent> table;

    /** The table {@code name}, which must exist ({@link StorageSetup}). */
    public TableConsentStore(StorageConnection connection, String name) {
        this.table = new DefinitionTable<>(
                connection.table(name),
                new DefinitionTable.Format<>(TableConsentStore::write, TableConsentStore::read));
    }

    @Override
    public boolean keep(UUID code, Consent consent) {
        return table.create(PARTITION, code.toString(), consent);
    }

    @Override
    public Optional<Consent> find(UUID code) {
        return table.find(PARTITION, code.toString()).map(Versioned::value);
    }

    @Override
    public void deleteBefore(Instant time) {
        table.listReadable(PARTITION).forEach((code, consent) -> {
            if (consent.value().given().isBefore(time)) {
                table.deleteIf(PARTITION, code, stored -> true);
            }
        });
    }

    private static String write(Consent consent) {
        ObjectNode json = JSON.createObjectNode().put("given", consent.given().toString());
        consent.allowedRate().ifPresent(rate -> json.put("allowedRate", rate));
        return json.toString();
    }

    private static Consent read(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            return new Consent(
                    Instant.parse(json.path("given").asText()),
                    json.has("allowedRate")
                            ? OptionalInt.of(json.path("allowedRate").asInt())
                            : OptionalInt.empty());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("consent: not JSON", e);
        }
    }
}
