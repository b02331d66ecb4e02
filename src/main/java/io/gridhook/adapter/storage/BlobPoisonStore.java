package io.gridhook.adapter.storage;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import io.gridhook.port.PoisonStore;

/** Unreadable messages as blobs {@code <queue>/<messageId>}. */
public final class BlobPoisonStore implements PoisonStore {
    private final BlobContainerClient container;

    /** The container {@code name}, which must exist ({@link StorageSetup}). */
    public BlobPoisonStore(StorageConnection connection, String name) {
        this.container = connection.container(name);
    }

    @Override
    public void keep(String queue, String messageId, String body) {
        StorageCalls.call("container " + container.getBlobContainerName() + ": put", () -> container
                .getBlobClient(queue + "/" + messageId)
                .getBlockBlobClient()
                .upload(BinaryData.fromString(body), true));
    }
}
