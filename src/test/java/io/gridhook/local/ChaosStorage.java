package io.gridhook.local;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.queue.QueueClientBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.adapter.storage.StorageNames;
import io.gridhook.local.ChaosLedger.Delivery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** An Azurite of its own, which stays while hosts are killed, and what it holds. */
final class ChaosStorage implements AutoCloseable {
    private static final List<String> QUEUES =
            List.of(StorageNames.DELIVERIES, StorageNames.RETRIES, StorageNames.DEADLETTERS);

    private final Azurite azurite =
            Azurite.start(Azurite.install(Path.of(""), line -> {}), Optional.empty(), Azurite.Ports.FREE);

    String connectionString() {
        return azurite.connectionString();
    }

    /** Messages in the queues, hidden ones included. */
    long messages() {
        return QUEUES.stream().mapToLong(this::messages).sum();
    }

    private long messages(String queue) {
        return new QueueClientBuilder()
                .connectionString(connectionString())
                .queueName(queue)
                .buildClient()
                .getProperties()
                .getApproximateMessagesCountLong();
    }

    /** What was kept for a person to look at. */
    List<String> poison() {
        return container("poison").listBlobs().stream().map(BlobItem::getName).toList();
    }

    /** What the dead letters hold, one for each entry. */
    List<Delivery> deadLetters() {
        BlobContainerClient container = container("deadletter");
        List<Delivery> entries = new ArrayList<>();
        for (BlobItem blob : container.listBlobs()) {
            String subscription = blob.getName().substring(0, blob.getName().indexOf('/'));
            String content =
                    container.getBlobClient(blob.getName()).downloadContent().toString();
            json(content)
                    .forEach(event -> entries.add(
                            new Delivery(event.path("id").asText(), subscription.toLowerCase(Locale.ROOT))));
        }
        return entries;
    }

    private BlobContainerClient container(String name) {
        return new BlobServiceClientBuilder()
                .connectionString(connectionString())
                .buildClient()
                .getBlobContainerClient(name);
    }

    private static JsonNode json(String content) {
        try {
            return new ObjectMapper().readTree(content);
        } catch (JsonProcessingException e) {
            throw new AssertionError(content, e);
        }
    }

    @Override
    public void close() {
        azurite.close();
    }
}
