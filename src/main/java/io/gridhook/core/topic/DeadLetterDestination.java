package io.gridhook.core.topic;

/**
 * The blob container for events that were given up.
 *
 * @param resourceId the storage account's ARM id, as given
 * @param blobContainerName the container, which must exist
 */
public record DeadLetterDestination(String resourceId, String blobContainerName) {
    /** The last segment of {@link #resourceId}: the account's name. */
    public String accountName() {
        return resourceId.substring(resourceId.lastIndexOf('/') + 1);
    }
}
