package io.gridhook.local;

import java.time.Duration;

/**
 * {@code extensions.queues} of host.json; every queue function shares it (functions-runtime §2).
 *
 * @param batchSize how many messages one receive asks for, 1 to 32
 * @param newBatchThreshold the next receive waits until no more than this many run, 0 or more
 * @param maxPollingInterval the longest pause between polls of an empty queue, 100 ms or more
 * @param visibilityTimeout how long a message stays hidden after its function failed, zero or more
 * @param maxDequeueCount how often a message is tried before it goes to the poison queue, 1 or more
 */
public record QueueSettings(
        int batchSize,
        int newBatchThreshold,
        Duration maxPollingInterval,
        Duration visibilityTimeout,
        long maxDequeueCount) {
    /** QueuesOptions: a Storage queue gives at most 32 messages at a time. */
    public static final int BATCH_SIZE_MAX = 32;

    public static final int BATCH_SIZE_UNSET = 16;

    public static final int DEQUEUE_COUNT_UNSET = 5;

    /** The first pause of the back-off, and the least a longest pause may be: QueuePollingIntervals.Minimum. */
    public static final Duration POLLING_INTERVAL_MIN = Duration.ofMillis(100);

    public static final Duration POLLING_INTERVAL_UNSET = Duration.ofMinutes(1);

    public QueueSettings {
        expect(batchSize >= 1 && batchSize <= BATCH_SIZE_MAX, "batchSize", batchSize, "1.." + BATCH_SIZE_MAX);
        expect(newBatchThreshold >= 0, "newBatchThreshold", newBatchThreshold, "0 or more");
        expect(
                maxPollingInterval.compareTo(POLLING_INTERVAL_MIN) >= 0,
                "maxPollingInterval",
                maxPollingInterval,
                "00:00:00.100 or more");
        expect(!visibilityTimeout.isNegative(), "visibilityTimeout", visibilityTimeout, "00:00:00 or more");
        expect(maxDequeueCount >= 1, "maxDequeueCount", maxDequeueCount, "1 or more");
    }

    /** The host's {@code newBatchThreshold} when host.json has none. */
    public static int newBatchThresholdUnset(int batchSize, int processors) {
        return batchSize / 2 * processors;
    }

    private static void expect(boolean holds, String name, Object value, String expectation) {
        if (!holds) {
            throw new LocalHostException(
                    "host.json: extensions.queues." + name + ": " + value + " (expected: " + expectation + ")");
        }
    }
}
