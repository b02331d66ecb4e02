package io.gridhook.adapter.storage;

import com.azure.core.util.Context;
import io.gridhook.port.StorageUnavailableException;
import java.util.Set;

/** Creates what {@link StorageNames} names, as far as it is missing. */
public final class StorageSetup {
    private static final Set<String> THERE_ALREADY = Set.of("TableAlreadyExists");

    private final StorageConnection connection;

    public StorageSetup(StorageConnection connection) {
        this.connection = connection;
    }

    /**
     * Creates all queues, tables and containers that are missing; one short call each.
     *
     * @throws StorageUnavailableException if storage does not answer or refuses
     */
    public void createMissing() {
        StorageNames.QUEUES.forEach(this::createQueue);
        StorageNames.TABLES.forEach(this::createTable);
        StorageNames.CONTAINERS.forEach(this::createContainer);
    }

    void createQueue(String name) {
        StorageCalls.call(
                "queue " + name + ": create", () -> connection.queue(name).createIfNotExists());
    }

    void createTable(String name) {
        StorageCalls.callUnless(THERE_ALREADY, "table " + name + ": create", () -> connection
                .table(name)
                .createTableWithResponse(null, Context.NONE));
    }

    void createContainer(String name) {
        StorageCalls.call(
                "container " + name + ": create",
                () -> connection.container(name).createIfNotExists());
    }
}
