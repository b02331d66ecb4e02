package io.gridhook.adapter.storage;

import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.models.BlobHttpHeaders;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import io.gridhook.core.delivery.DeadLetterLabel;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.StorageUnavailableException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Dead-letter blobs in the subscriptions' own containers. With an identity they may be in any account in which it has a role; with a
 * connection string in its account alone, another is refused. An account whose host has no address is refused as well: that looks the
 * same when it is our name resolution that fails, which must not cost an event.
 */
public final class BlobDeadLetterStore implements DeadLetterStore {
    private static final Set<String> MISSING = Set.of("ContainerNotFound", "ResourceNotFound");
    private static final BlobHttpHeaders JSON = new BlobHttpHeaders().setContentType("application/json");

    private final StorageConnection connection;

    public BlobDeadLetterStore(StorageConnection connection) {
        this.connection = connection;
    }

    @Override
    public Result write(DeadLetterDestination destination, String name, byte[] content) {
        return write(destination, name, content, Map.of());
    }

    @Override
    public Result write(DeadLetterDestination destination, String name, DeadLetterLabel label, byte[] content) {
        return write(destination, name, content, DeadLetterMetadata.of(label));
    }

    private Result write(DeadLetterDestination destination, String name, byte[] content, Map<String, String> metadata) {
        Optional<BlobServiceClient> account = connection.blobsOf(destination.accountName());
        if (account.isEmpty()) {
            return Result.REFUSED;
        }
        try {
            return upload(account.get(), destination.blobContainerName(), name, content, metadata)
                    ? Result.WRITTEN
                    : Result.DESTINATION_NOT_FOUND;
        } catch (StorageUnavailableException e) {
            return Result.REFUSED;
        }
    }

    private static boolean upload(
            BlobServiceClient account, String container, String name, byte[] content, Map<String, String> metadata) {
        BlockBlobSimpleUploadOptions upload = new BlockBlobSimpleUploadOptions(BinaryData.fromBytes(content))
                .setHeaders(JSON)
                .setMetadata(metadata);
        return StorageCalls.callUnless(
                        MISSING, "container " + container + ": put", () -> account.getBlobContainerClient(container)
                                .getBlobClient(name)
                                .getBlockBlobClient()
                                .uploadWithResponse(upload, null, Context.NONE))
                .isPresent();
    }
}
