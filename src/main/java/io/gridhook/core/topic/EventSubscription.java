package io.gridhook.core.topic;

import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.filter.EventFilter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Who wants which events of a topic, and where to. What is empty was not given by its author and is not echoed.
 *
 * @param topic the topic's name, or its domain's ({@link DomainNames})
 * @param name 3 to 64 of {@code [A-Za-z0-9-]}; letter case does not distinguish
 * @param generation made anew whenever a subscription is created, kept when it is updated: a pack written for a deleted subscription
 *     never goes to a later one of the same name
 * @param expirationTimeUtc from when on it is retired
 * @param persisted IoT Edge's {@code persistencePolicy.isPersisted}, echoed; Gridhook persists always
 * @param validation whether its endpoint has agreed to receive events
 * @param deliveryState whether somebody holds its events back
 * @param systemData when it was made and changed
 */
public record EventSubscription(
        String topic,
        String name,
        long generation,
        WebhookDestination destination,
        DeliverySchema deliverySchema,
        Optional<EventFilter> filter,
        Optional<RetrySettings> retryPolicy,
        Optional<String> profile,
        Optional<DeadLetterDestination> deadLetterDestination,
        List<String> labels,
        Optional<Instant> expirationTimeUtc,
        Optional<String> persisted,
        EndpointValidation validation,
        DeliveryState deliveryState,
        SystemData systemData) {
    public EventSubscription {
        labels = List.copyOf(labels);
    }

    /** One whose endpoint needs no validation. */
    public EventSubscription(
            String topic,
            String name,
            long generation,
            WebhookDestination destination,
            DeliverySchema deliverySchema,
            Optional<EventFilter> filter,
            Optional<RetrySettings> retryPolicy,
            Optional<String> profile,
            Optional<DeadLetterDestination> deadLetterDestination,
            List<String> labels,
            Optional<Instant> expirationTimeUtc,
            Optional<String> persisted) {
        this(
                topic,
                name,
                generation,
                destination,
                deliverySchema,
                filter,
                retryPolicy,
                profile,
                deadLetterDestination,
                labels,
                expirationTimeUtc,
                persisted,
                EndpointValidation.NOT_REQUIRED,
                DeliveryState.ACTIVE,
                SystemData.NONE);
    }

    public EventSubscription with(EndpointValidation newValidation) {
        return with(destination, newValidation, deliveryState, systemData);
    }

    /** The same subscription with another destination. */
    public EventSubscription with(WebhookDestination otherDestination) {
        return with(otherDestination, validation, deliveryState, systemData);
    }

    /** The same subscription, made and changed then. */
    public EventSubscription with(SystemData times) {
        return with(destination, validation, deliveryState, times);
    }

    /** The same subscription, held back or not. */
    public EventSubscription with(DeliveryState newState) {
        return with(destination, validation, newState, systemData);
    }

    /** Saved anew at {@code now} over {@code old}, whose pause stands. */
    public EventSubscription over(EventSubscription old, Instant now) {
        return with(old.deliveryState.saved(now)).with(old.systemData.modifiedAt(now));
    }

    private EventSubscription with(
            WebhookDestination newDestination,
            EndpointValidation newValidation,
            DeliveryState newState,
            SystemData times) {
        return new EventSubscription(
                topic,
                name,
                generation,
                newDestination,
                deliverySchema,
                filter,
                retryPolicy,
                profile,
                deadLetterDestination,
                labels,
                expirationTimeUtc,
                persisted,
                newValidation,
                newState,
                times);
    }

    /** Whether an event that is published at {@code now} may be for it: not yet expired, and its endpoint agreed. */
    public boolean takesEvents(Instant now) {
        return isLive(now) && validation.allowsDelivery();
    }

    /** Whether it is still there at {@code now}: not yet expired. */
    public boolean isLive(Instant now) {
        return expirationTimeUtc.map(now::isBefore).orElse(true);
    }
}
