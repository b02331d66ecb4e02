package io.gridhook.port;

import io.gridhook.core.delivery.DeadLetterLabel;
import io.gridhook.core.topic.DeadLetterDestination;

/** Writes dead-letter blobs to the subscriptions' own destinations. */
public interface DeadLetterStore {
    /** What became of a write. */
    enum Result {
        WRITTEN,
        /** The container or its account does not exist: Event Grid drops such events at once (behaviour §5.1). */
        DESTINATION_NOT_FOUND,
        /** Refused or not answered, for whatever reason: to be tried again. The blob may be there all the same. */
        REFUSED
    }

    /**
     * Writes {@code content} as the blob {@code name}, replacing one that is there (a repeated write has the same content). Never
     * throws for what storage answers.
     */
    Result write(DeadLetterDestination destination, String name, byte[] content);

    /** The same, with a label that says whose it is; a store that keeps none leaves it out. */
    default Result write(DeadLetterDestination destination, String name, DeadLetterLabel label, byte[] content) {
        return write(destination, name, content);
    }
}
