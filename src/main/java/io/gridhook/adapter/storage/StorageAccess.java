package io.gridhook.adapter.storage;

import com.azure.core.credential.TokenCredential;
import com.azure.data.tables.TableServiceClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.queue.QueueServiceClient;
import java.util.Optional;

/** Where the account is and what opens it. */
sealed interface StorageAccess {
    QueueServiceClient queues(StorageTransport transport);

    BlobServiceClient blobs(StorageTransport transport);

    TableServiceClient tables(StorageTransport transport);

    /** The blobs of another account, if this may open them. */
    Optional<BlobServiceClient> blobsAt(String endpoint, StorageTransport transport);

    /** The queues of another account, if this may open them. */
    Optional<QueueServiceClient> queuesAt(String endpoint, StorageTransport transport);

    /** An account's key or signature: opens that account alone. */
    record ByConnectionString(String connectionString) implements StorageAccess {
        @Override
        public QueueServiceClient queues(StorageTransport transport) {
            return transport.queues().connectionString(connectionString).buildClient();
        }

        @Override
        public BlobServiceClient blobs(StorageTransport transport) {
            return transport.blobs().connectionString(connectionString).buildClient();
        }

        @Override
        public TableServiceClient tables(StorageTransport transport) {
            return transport.tables().connectionString(connectionString).buildClient();
        }

        @Override
        public Optional<BlobServiceClient> blobsAt(String endpoint, StorageTransport transport) {
            return Optional.empty();
        }

        @Override
        public Optional<QueueServiceClient> queuesAt(String endpoint, StorageTransport transport) {
            return Optional.empty();
        }

        /** Secrets stay out of logs. */
        @Override
        public String toString() {
            return "ByConnectionString[hidden]";
        }
    }

    /** An identity: opens every account in which it has a role. */
    record ByIdentity(String blobUri, String queueUri, String tableUri, TokenCredential credential)
            implements StorageAccess {
        @Override
        public QueueServiceClient queues(StorageTransport transport) {
            return transport.queues().endpoint(queueUri).credential(credential).buildClient();
        }

        @Override
        public BlobServiceClient blobs(StorageTransport transport) {
            return transport.blobs().endpoint(blobUri).credential(credential).buildClient();
        }

        @Override
        public TableServiceClient tables(StorageTransport transport) {
            return transport.tables().endpoint(tableUri).credential(credential).buildClient();
        }

        @Override
        public Optional<BlobServiceClient> blobsAt(String endpoint, StorageTransport transport) {
            return Optional.of(
                    transport.blobs().endpoint(endpoint).credential(credential).buildClient());
        }

        @Override
        public Optional<QueueServiceClient> queuesAt(String endpoint, StorageTransport transport) {
            return Optional.of(
                    transport.queues().endpoint(endpoint).credential(credential).buildClient());
        }
    }
}
