package io.gridhook.core.topic;

import io.gridhook.core.retry.Range;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Reads the properties of a {@code StorageQueue} destination (behaviour §12, §13.3). */
final class StorageQueueReader {
    /** Storage's own rule for account names, at the end of an ARM id. */
    private static final Pattern ACCOUNT_ID = Pattern.compile("(?i:/\\P{Cntrl}{1,400}/storageAccounts)/[a-z0-9]{3,24}");
    /** Storage's own rule for queue names. */
    private static final Pattern QUEUE = Pattern.compile("(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*");

    private static final String TIME_TO_LIVE = "queueMessageTimeToLiveInSeconds";

    private final QueueDestinations allowed;

    StorageQueueReader(QueueDestinations allowed) {
        this.allowed = allowed;
    }

    WebhookDestination read(JsonFields properties) {
        String account = properties.text("resourceId").orElse("missing");
        if (!ACCOUNT_ID.matcher(account).matches()) {
            throw JsonFields.wrong("resourceId", account, "the ARM id of a storage account, /…/storageAccounts/<name>");
        }
        String name = properties.text("queueName").orElse("missing");
        if (!properties.has("queueName") || !QUEUE.matcher(name).matches()) {
            throw JsonFields.wrong("queueName", name, "3..63 of a-z 0-9 and single hyphens between them");
        }
        StorageQueue queue = new StorageQueue(account, name, timeToLive(properties));
        allowed.refusal(queue).ifPresent(refusal -> {
            throw new InvalidDefinitionException(refusal);
        });
        return WebhookDestination.of(queue);
    }

    private static OptionalInt timeToLive(JsonFields properties) {
        OptionalInt given = properties.whole(
                TIME_TO_LIVE, new Range(StorageQueue.NEVER, Integer.MAX_VALUE, StorageQueue.TIME_TO_LIVE_UNSET));
        if (given.isPresent() && !StorageQueue.isTimeToLive(given.getAsInt())) {
            throw JsonFields.wrong(TIME_TO_LIVE, Integer.toString(given.getAsInt()), "-1, or 1 or more");
        }
        return given;
    }
}
