package io.gridhook.core.retry;

import java.time.Duration;
import java.util.Set;

/**
 * One edition of Event Grid as data (DESIGN §5, behaviour §1–2).
 *
 * @param name {@code cloud}, {@code cloud-2021}, {@code cloud-2019}, {@code edge} or {@code kubernetes}
 * @param schedule the waits between attempts
 * @param jitter what is added to them
 * @param responseTimeout how long an attempt waits for the full response
 * @param successCodes the closed list of codes that mean delivered
 * @param webhook what failures mean on a webhook
 * @param azureResource what failures mean on an Azure-resource destination ({@code AzureFunction}, {@code StorageQueue})
 * @param maxDeliveryAttempts default and range of {@code maxDeliveryAttempts}
 * @param eventTimeToLive what applies when no time to live is given; IoT Edge counts it in seconds
 * @param eventTimeToLiveInMinutes default and range of {@code eventTimeToLiveInMinutes} / {@code eventExpiryInMinutes}
 * @param maxEventsPerBatch default and range of {@code maxEventsPerBatch}; the default is what applies when only the other batch
 *     setting is given
 * @param preferredBatchSizeInKilobytes default and range of {@code preferredBatchSizeInKilobytes}
 * @param preferredBatchBytes what applies when only {@code maxEventsPerBatch} is given; IoT Edge counts it in bytes
 * @param delayedDelivery whether an unhealthy endpoint's deliveries are put off
 * @param singleCloudEventAsArray whether an unbatched CloudEvent travels as an array of one
 * @param schemas which schemas go with which
 * @param requiredEventFields the properties an event of Event Grid's schema must have
 * @param eventTimeChecked whether {@code eventTime} must be a date
 * @param endpointsValidated whether a webhook must agree before it is sent events (behaviour §4.1)
 */
public record RetryProfile(
        String name,
        RetrySchedule schedule,
        Jitter jitter,
        Duration responseTimeout,
        Set<Integer> successCodes,
        CodeTable webhook,
        CodeTable azureResource,
        Range maxDeliveryAttempts,
        Duration eventTimeToLive,
        Range eventTimeToLiveInMinutes,
        Range maxEventsPerBatch,
        Range preferredBatchSizeInKilobytes,
        int preferredBatchBytes,
        boolean delayedDelivery,
        boolean singleCloudEventAsArray,
        SchemaRule schemas,
        Set<String> requiredEventFields,
        boolean eventTimeChecked,
        boolean endpointsValidated) {
    public RetryProfile {
        successCodes = Set.copyOf(successCodes);
        requiredEventFields = Set.copyOf(requiredEventFields);
    }
}
