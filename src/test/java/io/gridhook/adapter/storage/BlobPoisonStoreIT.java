package io.gridhook.adapter.storage;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobItem;
import io.gridhook.port.PoisonStore;
import io.gridhook.port.PoisonStoreContract;
import java.util.Map;
import java.util.stream.Collectors;

class BlobPoisonStoreIT extends PoisonStoreContract {
    private final String name = SharedAzurite.newContainer();

    @Override
    protected PoisonStore store() {
        return new BlobPoisonStore(SharedAzurite.connection(), name);
    }

    @Override
    protected Map<String, String> kept() {
        BlobContainerClient container = SharedAzurite.connection().container(name);
        return container.listBlobs().stream()
                .map(BlobItem::getName)
                .collect(Collectors.toMap(
                        blob -> blob,
                        blob -> container.getBlobClient(blob).downloadContent().toString()));
    }
}
