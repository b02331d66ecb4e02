package io.gridhook.adapter.storage;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableServiceClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueServiceClient;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The app's storage account. Opening it sends nothing; every adapter shares its clients. */
public final class StorageConnection {
    private static final Set<String> EMULATOR_HOSTS = Set.of("127.0.0.1", "localhost", "azurite");
    private static final String EMULATOR_ACCOUNT = "devstoreaccount1";

    private final StorageAccess access;
    private final StorageTransport transport;
    private final QueueServiceClient queues;
    private final BlobServiceClient blobs;
    private final TableServiceClient tables;
    private final Map<String, Optional<BlobServiceClient>> otherAccounts = new ConcurrentHashMap<>();
    private final Map<String, Optional<QueueServiceClient>> otherQueues = new ConcurrentHashMap<>();

    private StorageConnection(StorageAccess access, StorageTransport transport) {
        this.access = access;
        this.transport = transport;
        this.queues = access.queues(transport);
        this.blobs = access.blobs(transport);
        this.tables = access.tables(transport);
    }

    /**
     * The account that the app settings name: {@code AzureWebJobsStorage}, a connection string; or an identity's
     * {@code AzureWebJobsStorage__accountName} or {@code __blobServiceUri}, {@code __queueServiceUri} and {@code __tableServiceUri},
     * with {@code __credential} and {@code __clientId} (functions-runtime §4).
     *
     * @param env a setting's value by its name, null if it is not set
     * @param told hears of every request as it is sent, on the thread that sends it; must neither throw nor wait
     * @throws IllegalArgumentException if they name none; the message names the setting and never holds its value if that is a secret
     */
    public static StorageConnection from(Function<String, @Nullable String> env, Consumer<StorageTransaction> told) {
        StorageTransport transport = new StorageTransport(told);
        StorageAccess access = new StorageSettings(env).access(transport.client());
        try {
            return new StorageConnection(access, transport);
        } catch (RuntimeException e) {
            // No cause: the SDK's text may quote the setting.
            throw new IllegalArgumentException("AzureWebJobsStorage: no storage connection string (expected: "
                    + "UseDevelopmentStorage=true, or DefaultEndpointsProtocol=https;AccountName=...;AccountKey=...)");
        }
    }

    QueueClient queue(String name) {
        return queues.getQueueClient(name);
    }

    /** The same queue, for the local host: what it asks for is not the app's. */
    QueueClient hostQueue(String name) {
        return access.queues(transport.ofHost()).getQueueClient(name);
    }

    BlobContainerClient container(String name) {
        return blobs.getBlobContainerClient(name);
    }

    TableClient table(String name) {
        return tables.getTableClient(name);
    }

    /**
     * The blobs of any account, if this connection may open them. On the emulator every account's are the emulator's, as it has one
     * account alone.
     */
    Optional<BlobServiceClient> blobsOf(String account) {
        if (isEmulator() || account.equals(blobs.getAccountName())) {
            return Optional.of(blobs);
        }
        // The name becomes a host that gets our token.
        if (!StorageSettings.ACCOUNT.matcher(account).matches()) {
            return Optional.empty();
        }
        return otherAccounts.computeIfAbsent(
                account, name -> access.blobsAt(endpoint(name, blobs.getAccountUrl()), transport));
    }

    /** The queues of any account, as {@link #blobsOf}. */
    Optional<QueueServiceClient> queuesOf(String account) {
        if (isEmulator() || account.equals(blobs.getAccountName())) {
            return Optional.of(queues);
        }
        if (!StorageSettings.ACCOUNT.matcher(account).matches()) {
            return Optional.empty();
        }
        return otherQueues.computeIfAbsent(
                account, name -> access.queuesAt(endpoint(name, queues.getQueueServiceUrl()), transport));
    }

    /** The account's name. */
    public String account() {
        return blobs.getAccountName();
    }

    /** Whether it is Azurite, which has one account and lets it stand for all. */
    public boolean isEmulator() {
        URI endpoint = URI.create(blobs.getAccountUrl());
        return EMULATOR_ACCOUNT.equals(blobs.getAccountName()) || EMULATOR_HOSTS.contains(endpoint.getHost());
    }

    /** In the same cloud as this account: {@code <account>.blob.core.windows.net}, or what stands for it elsewhere. */
    private static String endpoint(String account, String ownUrl) {
        String host = URI.create(ownUrl).getHost();
        return "https://" + account + host.substring(host.indexOf('.'));
    }
}
