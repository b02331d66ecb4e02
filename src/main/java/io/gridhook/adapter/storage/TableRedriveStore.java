package io.gridhook.adapter.storage;

import io.gridhook.core.redrive.RedriveCodec;
import io.gridhook.core.redrive.RedriveJob;
import io.gridhook.port.RedriveStore;
import io.gridhook.port.Versioned;
import java.util.List;
import java.util.Optional;

/** Redrives in a table: partition {@code redrive}, row the id. */
public final class TableRedriveStore implements RedriveStore {
    private static final String PARTITION = "redrive";

    private final DefinitionTable<RedriveJob> table;

    /** The table {@code name}, which must exist ({@link StorageSetup}). */
    public TableRedriveStore(StorageConnection connection, String name) {
        this.table = new DefinitionTable<>(
                connection.table(name), new DefinitionTable.Format<>(RedriveCodec::write, RedriveCodec::read));
    }

    @Override
    public Optional<Versioned<RedriveJob>> find(String id) {
        return table.find(PARTITION, id);
    }

    @Override
    public List<RedriveJob> list() {
        return table.listReadable(PARTITION).values().stream()
                .map(Versioned::value)
                .toList();
    }

    @Override
    public boolean create(RedriveJob job) {
        return table.create(PARTITION, job.id(), job);
    }

    @Override
    public Optional<String> replace(RedriveJob job, String etag) {
        return table.replaced(PARTITION, job.id(), job, etag);
    }

    @Override
    public boolean delete(String id) {
        return table.deleteIf(PARTITION, id, job -> true);
    }
}
