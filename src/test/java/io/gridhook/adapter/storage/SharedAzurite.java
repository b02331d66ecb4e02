package io.gridhook.adapter.storage;

import io.gridhook.local.Azurite;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One Azurite in memory for all tests of a JVM, started with the first that needs it, ended with the JVM. Tests do not meet: each makes
 * its own queues, tables and containers, under names of {@link #uniqueName}.
 */
public final class SharedAzurite {
    private static final AtomicInteger NAMES = new AtomicInteger();

    /** Started when it is first named. */
    private static final class Running {
        static final Azurite AZURITE =
                Azurite.start(Azurite.install(Path.of(""), line -> {}), Optional.empty(), Azurite.Ports.FREE);
        static final StorageConnection CONNECTION = StorageConnection.from(
                Map.of("AzureWebJobsStorage", AZURITE.connectionString())::get, transaction -> {});
    }

    private SharedAzurite() {}

    public static String connectionString() {
        return Running.AZURITE.connectionString();
    }

    public static StorageConnection connection() {
        return Running.CONNECTION;
    }

    /** A name that queues, tables and containers may have, another one each time. */
    public static String uniqueName(String kind) {
        return kind + NAMES.incrementAndGet();
    }

    /** A new, empty queue's name. */
    public static String newQueue() {
        String name = uniqueName("queue");
        new StorageSetup(connection()).createQueue(name);
        return name;
    }

    /** A new, empty table's name. */
    public static String newTable() {
        String name = uniqueName("table");
        new StorageSetup(connection()).createTable(name);
        return name;
    }

    /** A new, empty container's name. */
    public static String newContainer() {
        String name = uniqueName("container");
        new StorageSetup(connection()).createContainer(name);
        return name;
    }
}
