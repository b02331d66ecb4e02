package io.gridhook.core.topic;

import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.retry.Range;
import io.gridhook.core.retry.RetryProfile;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Whether a stored event subscription is still one that could be written, now that its topic changes: what was refused on the way in
 * does not come about on the way round.
 */
public final class SubscriptionFit {
    private SubscriptionFit() {}

    /**
     * The first setting of {@code subscription} that {@code topic} does not allow: field, value and expectation; empty if there is none.
     *
     * @param topic as it would be
     * @param profile the one that would apply to the subscription
     */
    public static Optional<String> misfit(EventSubscription subscription, Topic topic, RetryProfile profile) {
        return schema(subscription.deliverySchema(), topic, profile)
                .or(() -> subscription.retryPolicy().flatMap(retry -> retryPolicy(retry, profile)))
                .or(() -> batching(subscription.destination(), profile))
                .or(() -> subscription.filter().flatMap(filter -> FilterReader.misfit(filter, profile)));
    }

    private static Optional<String> schema(DeliverySchema schema, Topic topic, RetryProfile profile) {
        boolean fits = SchemaPairs.allowed(topic, profile).contains(schema);
        return fits
                ? Optional.empty()
                : Optional.of("eventDeliverySchema: " + schema.wireName() + " (expected: "
                        + SchemaPairs.expectation(topic, profile) + ")");
    }

    private static Optional<String> retryPolicy(RetrySettings retry, RetryProfile profile) {
        Range attempts = RetrySettingsReader.attempts(retry.schedule(), profile);
        Range minutes = RetrySettingsReader.minutes(retry.schedule(), profile);
        return outside("maxDeliveryAttempts", retry.maxDeliveryAttempts(), attempts, profile)
                .or(() -> outside(retry.timeToLiveName(), retry.eventTimeToLiveInMinutes(), minutes, profile));
    }

    private static Optional<String> batching(WebhookDestination destination, RetryProfile profile) {
        return outside("maxEventsPerBatch", destination.maxEventsPerBatch(), profile.maxEventsPerBatch(), profile)
                .or(() -> outside(
                        "preferredBatchSizeInKilobytes",
                        destination.preferredBatchSizeInKilobytes(),
                        profile.preferredBatchSizeInKilobytes(),
                        profile));
    }

    private static Optional<String> outside(String field, OptionalInt given, Range range, RetryProfile profile) {
        return given.isEmpty() || range.contains(given.getAsInt())
                ? Optional.empty()
                : Optional.of(field + ": " + given.getAsInt() + " (expected: " + range + " in profile " + profile.name()
                        + ")");
    }
}
