package io.gridhook.bench;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableClientBuilder;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueClientBuilder;
import io.gridhook.adapter.storage.StorageNames;
import java.util.stream.Stream;

/** The work that is pending in a storage account. */
record BenchQueues(String connectionString) {
    /** Messages that wait, hidden ones included: Azurite's every call takes longer with each of them. */
    long waiting() {
        return queues().mapToLong(queue -> queue.getProperties().getApproximateMessagesCountLong())
                .sum();
    }

    /** Forgets all pending work and every endpoint's health, so that the next load finds what the first found. */
    void clear() {
        queues().forEach(QueueClient::clearMessages);
        TableClient health = new TableClientBuilder()
                .connectionString(connectionString)
                .tableName(StorageNames.ENDPOINT_HEALTH)
                .buildClient();
        health.listEntities().forEach(entity -> health.deleteEntity(entity.getPartitionKey(), entity.getRowKey()));
    }

    private Stream<QueueClient> queues() {
        return Stream.of(StorageNames.DELIVERIES, StorageNames.RETRIES, StorageNames.DEADLETTERS)
                .map(name -> new QueueClientBuilder()
                        .connectionString(connectionString)
                        .queueName(name)
                        .buildClient());
    }
}
