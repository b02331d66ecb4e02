package io.gridhook.core.topic;

import io.gridhook.core.retry.RetrySchedule;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code retryPolicy} as the subscription's author gave it; what is empty comes from the profile.
 *
 * @param eventTimeToLiveInMinutes cloud and Kubernetes spelling, or IoT Edge's {@code eventExpiryInMinutes}
 * @param schedule Gridhook's own: the waits between attempts, instead of the profile's
 * @param namedExpiry whether its author wrote {@code eventExpiryInMinutes}, which is then echoed
 */
public record RetrySettings(
        OptionalInt maxDeliveryAttempts,
        OptionalInt eventTimeToLiveInMinutes,
        Optional<RetrySchedule> schedule,
        boolean namedExpiry) {
    static final String TIME_TO_LIVE = "eventTimeToLiveInMinutes";
    static final String EXPIRY = "eventExpiryInMinutes";

    /** Settings in the cloud's spelling. */
    public RetrySettings(
            OptionalInt maxDeliveryAttempts, OptionalInt eventTimeToLiveInMinutes, Optional<RetrySchedule> schedule) {
        this(maxDeliveryAttempts, eventTimeToLiveInMinutes, schedule, false);
    }

    /** What its author called the time to live. */
    String timeToLiveName() {
        return namedExpiry ? EXPIRY : TIME_TO_LIVE;
    }
}
