package io.gridhook.core.topic;

import java.util.OptionalInt;

/**
 * A Storage queue that events go to (behaviour §13.3).
 *
 * @param resourceId the storage account's ARM id, as given
 * @param queueName the queue, which must exist
 * @param messageTimeToLiveInSeconds how long a message stays, 1 or more, or {@link #NEVER}; empty for {@link #TIME_TO_LIVE_UNSET}
 */
public record StorageQueue(String resourceId, String queueName, OptionalInt messageTimeToLiveInSeconds) {
    /** Behaviour §12: a message does not expire. */
    public static final int NEVER = -1;
    /** Behaviour §12: 7 days. */
    public static final int TIME_TO_LIVE_UNSET = 604_800;

    public StorageQueue {
        if (messageTimeToLiveInSeconds.isPresent() && !isTimeToLive(messageTimeToLiveInSeconds.getAsInt())) {
            throw new IllegalArgumentException("messageTimeToLiveInSeconds: " + messageTimeToLiveInSeconds.getAsInt()
                    + " (expected: -1, or 1 or more)");
        }
    }

    static boolean isTimeToLive(int seconds) {
        return seconds == NEVER || seconds >= 1;
    }

    /** The last segment of {@link #resourceId}: the account's name. */
    public String accountName() {
        return resourceId.substring(resourceId.lastIndexOf('/') + 1);
    }

    /** What applies, in seconds, or {@link #NEVER}. */
    public int timeToLiveInSeconds() {
        return messageTimeToLiveInSeconds.orElse(TIME_TO_LIVE_UNSET);
    }

    /** The queue's own ARM id: what stands where a webhook has its URL. It holds no secret. */
    public String id() {
        return resourceId + "/queueServices/default/queues/" + queueName;
    }
}
