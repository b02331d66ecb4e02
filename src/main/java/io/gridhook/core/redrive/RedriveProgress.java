package io.gridhook.core.redrive;

import java.util.Optional;

/**
 * What a redrive has done.
 *
 * @param read letters that it looked at
 * @param matched those of them that are meant
 * @param sent those that are in a queue, to be delivered
 * @param skippedBlobs blobs that hold no dead letters of the subscription's schema, or more than a blob may have
 * @param at where to go on; empty: at the beginning
 */
public record RedriveProgress(long read, long matched, long sent, long skippedBlobs, Optional<LetterPosition> at) {
    public static final RedriveProgress NONE = new RedriveProgress(0, 0, 0, 0, Optional.empty());
}
