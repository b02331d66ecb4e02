package io.gridhook.adapter.storage;

import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import io.gridhook.port.PayloadStore;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Payloads as block blobs of one container, one transaction for a put and one for a get. */
public final class BlobPayloadStore implements PayloadStore {
    private static final Set<String> GONE = Set.of("BlobNotFound");
    /** Get Blob: 416 {@code InvalidRange} where the range begins behind the end. */
    private static final Set<String> NOT_THERE = Set.of("BlobNotFound", "InvalidRange");

    /**
     * Ours: one sweep's share, well below the host's {@code functionTimeout}, which kills the process with all that it works on. The next
     * sweep goes on.
     */
    private static final Duration DELETE_MAX = Duration.ofMinutes(2);

    private final BlobContainerClient container;
    private final Duration deleteMost;

    /** The container {@code name}, which must exist ({@link StorageSetup}). */
    public BlobPayloadStore(StorageConnection connection, String name) {
        this(connection, name, DELETE_MAX);
    }

    BlobPayloadStore(StorageConnection connection, String name, Duration deleteMost) {
        this.container = connection.container(name);
        this.deleteMost = deleteMost;
    }

    @Override
    public void put(String name, byte[] content) {
        BlockBlobSimpleUploadOptions upload = new BlockBlobSimpleUploadOptions(BinaryData.fromBytes(content));
        StorageCalls.call(what("put"), () -> container
                .getBlobClient(name)
                .getBlockBlobClient()
                .uploadWithResponse(upload, null, Context.NONE));
    }

    @Override
    public Optional<byte[]> get(String name, long offset, int length) {
        // Azurite answers a range behind the end with nothing, Azure with 416.
        return download(name, new BlobRange(offset, (long) length)).filter(content -> content.length > 0);
    }

    @Override
    public Optional<byte[]> get(String name) {
        return StorageCalls.callUnless(
                GONE,
                what("get"),
                () -> container.getBlobClient(name).downloadContent().toBytes());
    }

    private Optional<byte[]> download(String name, BlobRange range) {
        return StorageCalls.callUnless(NOT_THERE, what("get"), () -> {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            container
                    .getBlobClient(name)
                    .downloadStreamWithResponse(content, range, null, null, false, null, Context.NONE);
            return content.toByteArray();
        });
    }

    @Override
    public int deleteBefore(String name) {
        return StorageCalls.call(what("delete"), () -> {
            int deleted = 0;
            long started = System.nanoTime();
            // Listed in the order of their names.
            for (BlobItem blob : container.listBlobs()) {
                boolean timeIsUp = deleted > 0 && System.nanoTime() - started >= deleteMost.toNanos();
                if (timeIsUp || blob.getName().compareTo(name) >= 0) {
                    break;
                }
                deleted += container.getBlobClient(blob.getName()).deleteIfExists() ? 1 : 0;
            }
            return deleted;
        });
    }

    private String what(String operation) {
        return "container " + container.getBlobContainerName() + ": " + operation;
    }
}
