package io.gridhook.core.topic;

import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.RetryProfiles;
import java.time.Duration;
import java.util.Optional;

/**
 * A subscription with everything filled in: what publishing and delivering work with.
 *
 * @param subscription as defined
 * @param filter all events where none is defined
 * @param retryPolicy profile and settings together
 * @param batching the POST's size
 */
public record ResolvedSubscription(
        EventSubscription subscription, EventFilter filter, RetryPolicy retryPolicy, Batching batching) {
    /**
     * How many events a POST takes (behaviour §7).
     *
     * @param maxEvents the hard cap, 1 or more; 1 is "batching off"
     * @param preferredBytes a target that a single event may exceed
     */
    public record Batching(int maxEvents, int preferredBytes) {
        public boolean isOn() {
            return maxEvents > 1;
        }
    }

    /**
     * Fills in what {@code subscription} leaves open.
     *
     * @param topicProfile the profile that its topic names
     * @param profiles the app's profiles
     */
    public static ResolvedSubscription of(
            EventSubscription subscription, Optional<String> topicProfile, RetryProfiles profiles) {
        RetryProfile profile = profiles.of(subscription.profile(), topicProfile);
        return new ResolvedSubscription(
                subscription,
                subscription.filter().orElse(EventFilter.ALL),
                policy(subscription.retryPolicy(), profile, profiles.retryAfterMax()),
                batching(subscription.destination(), profile));
    }

    private static RetryPolicy policy(Optional<RetrySettings> settings, RetryProfile profile, Duration retryAfterMax) {
        int maxDeliveryAttempts = profile.maxDeliveryAttempts().unset();
        Duration timeToLive = profile.eventTimeToLive();
        if (settings.isEmpty()) {
            return new RetryPolicy(profile, profile.schedule(), maxDeliveryAttempts, timeToLive, false, retryAfterMax);
        }
        RetrySettings given = settings.get();
        return new RetryPolicy(
                profile,
                given.schedule().orElse(profile.schedule()),
                given.maxDeliveryAttempts().orElse(maxDeliveryAttempts),
                given.eventTimeToLiveInMinutes().isPresent()
                        ? Duration.ofMinutes(given.eventTimeToLiveInMinutes().getAsInt())
                        : timeToLive,
                given.schedule().isPresent(),
                retryAfterMax);
    }

    /** One batch setting turns batching on, with the edition's default for the other; neither leaves it off. */
    private static Batching batching(WebhookDestination destination, RetryProfile profile) {
        boolean sized = destination.preferredBatchSizeInKilobytes().isPresent();
        int events = destination
                .maxEventsPerBatch()
                .orElse(sized ? profile.maxEventsPerBatch().unset() : 1);
        int bytes =
                sized ? destination.preferredBatchSizeInKilobytes().getAsInt() * 1024 : profile.preferredBatchBytes();
        return new Batching(events, bytes);
    }

    /** Whether events that are given up are kept. */
    public boolean hasDeadLetterDestination() {
        return subscription.deadLetterDestination().isPresent();
    }
}
