package io.gridhook.port;

import io.gridhook.core.delivery.DeadLetterLabel;
import io.gridhook.core.topic.DeadLetterDestination;
import java.util.List;
import java.util.Optional;

/**
 * Reads what a {@link DeadLetterStore} wrote, and what others put beside it. A container that does not exist is empty. Methods throw {@link
 * StorageUnavailableException} when storage does not answer or refuses.
 */
public interface DeadLetterArchive {
    /**
     * A blob in a list.
     *
     * @param length in bytes
     * @param label whose it is, if that was written with it
     */
    record Listed(String name, long length, Optional<DeadLetterLabel> label) {}

    /**
     * Some blobs, by name.
     *
     * @param next the {@code first} with which to go on; empty if there are no more
     */
    record Page(List<Listed> blobs, Optional<String> next) {
        public Page {
            blobs = List.copyOf(blobs);
        }
    }

    /** The names of the folders directly below {@code prefix}, which is empty or ends with a slash; at most 5,000. */
    List<String> folders(DeadLetterDestination destination, String prefix);

    /**
     * Blobs whose names begin with {@code prefix}, in the order of their names.
     *
     * @param first names from here, inclusive
     * @param most how many, 1 or more
     */
    Page list(DeadLetterDestination destination, String prefix, String first, int most);

    /** A blob's content, or empty if it is gone or has more than {@code bytesMax} bytes. */
    Optional<byte[]> read(DeadLetterDestination destination, String name, int bytesMax);

    /** Deletes a blob, if it is there. For what Gridhook keeps itself: nobody else's dead letters are deleted. */
    void delete(DeadLetterDestination destination, String name);
}
