package io.gridhook.adapter.storage;

import com.azure.core.http.rest.PagedResponse;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.models.ListBlobsOptions;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterArchive;
import io.gridhook.port.StorageUnavailableException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Dead-letter blobs in the subscriptions' own containers, with the rights and limits of {@link BlobDeadLetterStore}. */
public final class BlobDeadLetterArchive implements DeadLetterArchive {
    /** Storage's limit of what a list answers at a time. */
    private static final int PAGE_MAX = 5_000;

    /** Ours: pages of folders; Event Grid's and our own fill one at most, so more were put there by somebody else. */
    private static final int FOLDER_PAGES_MAX = 20;

    private static final Set<String> NO_CONTAINER = Set.of("ContainerNotFound", "ResourceNotFound");
    /**
     * Get Blob: a blob that is gone, or a range of one that is empty; and one that only its owner can make readable, by moving it out of the
     * Archive tier or with his key, which trying again does not.
     */
    private static final Set<String> UNREADABLE = Set.of(
            "BlobNotFound",
            "ContainerNotFound",
            "ResourceNotFound",
            "InvalidRange",
            "BlobArchived",
            "BlobBeingRehydrated",
            "BlobUsesCustomerSpecifiedEncryption");

    private final StorageConnection connection;

    public BlobDeadLetterArchive(StorageConnection connection) {
        this.connection = connection;
    }

    @Override
    public List<String> folders(DeadLetterDestination destination, String prefix) {
        ListBlobsOptions options = new ListBlobsOptions().setPrefix(prefix).setMaxResultsPerPage(PAGE_MAX);
        return in(destination, "folders", NO_CONTAINER, container -> entries(container, options).stream()
                        .filter(item -> Boolean.TRUE.equals(item.isPrefix()))
                        .map(item -> item.getName()
                                .substring(prefix.length(), item.getName().length() - 1))
                        .toList())
                .orElse(List.of());
    }

    /** All pages: what is left out of a list of folders would be left out of a redrive that says it is complete. */
    private static List<BlobItem> entries(BlobContainerClient container, ListBlobsOptions options) {
        List<BlobItem> entries = new ArrayList<>();
        int pages = 0;
        for (PagedResponse<BlobItem> page :
                container.listBlobsByHierarchy("/", options, null).iterableByPage()) {
            pages++;
            if (pages > FOLDER_PAGES_MAX) {
                throw new StorageUnavailableException(options.getPrefix() + ": more than " + FOLDER_PAGES_MAX
                        + " pages of " + PAGE_MAX + " (expected: folders of dead letters, and little else)");
            }
            entries.addAll(page.getValue());
        }
        return entries;
    }

    /** Storage lists from the beginning: what is before {@code first} is passed over, a page for 5,000. */
    @Override
    public Page list(DeadLetterDestination destination, String prefix, String first, int most) {
        ListBlobsOptions options = new ListBlobsOptions()
                .setPrefix(prefix)
                .setDetails(new BlobListDetails().setRetrieveMetadata(true))
                .setMaxResultsPerPage(first.isEmpty() ? Math.min(PAGE_MAX, most + 1) : PAGE_MAX);
        return in(destination, "list", NO_CONTAINER, container -> {
                    List<Listed> found = new ArrayList<>();
                    for (PagedResponse<BlobItem> page :
                            container.listBlobs(options, null).iterableByPage()) {
                        for (BlobItem blob : page.getValue()) {
                            if (blob.getName().compareTo(first) < 0) {
                                continue;
                            }
                            if (found.size() == most) {
                                return new Page(found, Optional.of(blob.getName()));
                            }
                            found.add(listed(blob));
                        }
                    }
                    return new Page(found, Optional.empty());
                })
                .orElse(new Page(List.of(), Optional.empty()));
    }

    private static Listed listed(BlobItem blob) {
        Long length = blob.getProperties().getContentLength();
        return new Listed(blob.getName(), length == null ? 0 : length, DeadLetterMetadata.read(blob.getMetadata()));
    }

    @Override
    public Optional<byte[]> read(DeadLetterDestination destination, String name, int bytesMax) {
        BlobRange range = new BlobRange(0, bytesMax + 1L);
        return in(destination, "get", UNREADABLE, container -> {
                    ByteArrayOutputStream content = new ByteArrayOutputStream();
                    container
                            .getBlobClient(name)
                            .downloadStreamWithResponse(content, range, null, null, false, null, Context.NONE);
                    return content.toByteArray();
                })
                .filter(content -> content.length <= bytesMax);
    }

    @Override
    public void delete(DeadLetterDestination destination, String name) {
        var unused = in(destination, "delete", NO_CONTAINER, container -> container
                .getBlobClient(name)
                .deleteIfExists());
    }

    private <T> Optional<T> in(
            DeadLetterDestination destination,
            String what,
            Set<String> missing,
            Function<BlobContainerClient, T> call) {
        String name = destination.blobContainerName();
        BlobContainerClient container = connection
                .blobsOf(destination.accountName())
                .orElseThrow(() -> new StorageUnavailableException(
                        "container " + name + " of " + destination.accountName() + ": not ours to read"))
                .getBlobContainerClient(name);
        return StorageCalls.callUnless(missing, "container " + name + ": " + what, () -> call.apply(container));
    }
}
