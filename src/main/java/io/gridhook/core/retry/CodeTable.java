package io.gridhook.core.retry;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What failing status codes mean to one kind of destination (behaviour §2.3).
 *
 * @param finalCodes never tried again
 * @param finalIfDeadLettered never tried again if the subscription has a dead-letter destination (2019 edition: 400 and 413)
 * @param minimumWaits the least wait before another try, by code
 * @param otherwise the least wait for every other failure, missing answers included
 */
public record CodeTable(
        Set<Integer> finalCodes,
        Set<Integer> finalIfDeadLettered,
        Map<Integer, Duration> minimumWaits,
        Duration otherwise) {
    public CodeTable {
        finalCodes = Set.copyOf(finalCodes);
        finalIfDeadLettered = Set.copyOf(finalIfDeadLettered);
        minimumWaits = Map.copyOf(minimumWaits);
    }

    /** Whether {@code status} ends the event's delivery at once. */
    public boolean isFinal(int status, boolean hasDeadLetterDestination) {
        return finalCodes.contains(status) || (hasDeadLetterDestination && finalIfDeadLettered.contains(status));
    }

    public Duration minimumWait(int status) {
        return minimumWaits.getOrDefault(status, otherwise);
    }
}
