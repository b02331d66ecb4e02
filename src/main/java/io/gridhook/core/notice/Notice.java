package io.gridhook.core.notice;

import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.topic.EventSubscription;
import java.time.Instant;
import java.util.Optional;

/**
 * What happened to a subscription, once or, where it was not told each time, several times.
 *
 * @param topic the subscription's
 * @param endpoint its host, with its port if its URL names one, and nothing else of the URL, which may be secret; {@code ""} if it does not
 *     matter
 * @param cause a delivery outcome, or the reason of a dead letter or a drop; the last one; {@code ""} if there is none
 * @param until from when on its endpoint may be called again, the last one
 * @param blob what the events were written to, the last one; {@code ""} for none
 * @param count how many events were given up, attempts failed, or how often it happened, from {@code since} to {@code last}
 */
public record Notice(
        NoticeType type,
        String topic,
        String eventSubscription,
        String endpoint,
        String cause,
        Optional<Instant> until,
        String blob,
        long count,
        Instant since,
        Instant last) {
    /** An attempt failed, the last of {@code count} since {@code since}. */
    public static Notice failing(DeliveryAttempt attempt, long count, Instant since, Instant now) {
        return new Notice(
                NoticeType.SUBSCRIPTION_FAILING,
                attempt.subscription().topic(),
                attempt.subscription().name(),
                attempt.endpointHost(),
                attempt.outcome().wireName(),
                Optional.empty(),
                "",
                count,
                since,
                now);
    }

    /** An attempt delivered at last. */
    public static Notice recovered(DeliveryAttempt attempt, Instant now) {
        return new Notice(
                NoticeType.SUBSCRIPTION_RECOVERED,
                attempt.subscription().topic(),
                attempt.subscription().name(),
                attempt.endpointHost(),
                "",
                Optional.empty(),
                "",
                1,
                now,
                now);
    }

    /** The endpoint of a subscription got another state, or lost the one it had ({@link NoticeType#ENDPOINT_RECOVERED}). */
    public static Notice ofEndpoint(
            NoticeType type, EventSubscription subscription, EndpointHealth health, Instant now) {
        boolean isInProbation = type == NoticeType.ENDPOINT_IN_PROBATION;
        return new Notice(
                type,
                subscription.topic(),
                subscription.name(),
                subscription.destination().endpointHost(),
                health.cause().wireName(),
                isInProbation ? Optional.of(health.until()) : Optional.empty(),
                "",
                1,
                now,
                now);
    }

    /** One event was given up. */
    public static Notice givenUp(
            NoticeType type, SubscriptionRef subscription, String reason, String blob, Instant now) {
        return new Notice(
                type, subscription.topic(), subscription.name(), "", reason, Optional.empty(), blob, 1, now, now);
    }

    /** This one, and {@code later} of the same type and subscription, in one. */
    public Notice and(Notice later) {
        return new Notice(
                type,
                topic,
                eventSubscription,
                later.endpoint,
                later.cause,
                later.until,
                later.blob,
                count + later.count,
                since,
                later.last);
    }
}
