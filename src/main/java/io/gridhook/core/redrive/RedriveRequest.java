package io.gridhook.core.redrive;

/**
 * What is to be sent again, to whom, and how fast.
 *
 * @param source what is sent again
 * @param topic the topic's name
 * @param eventSubscription whose
 * @param toEventSubscription the subscription of the same topic that they are delivered to; mostly the same
 * @param selection which of them
 * @param filterText the filter's JSON as it was given; {@code ""} for none
 * @param ratePerSecond {@link RedriveRequestReader#RATE}
 */
public record RedriveRequest(
        RedriveSource source,
        String topic,
        String eventSubscription,
        String toEventSubscription,
        LetterSelection selection,
        String filterText,
        int ratePerSecond) {}
