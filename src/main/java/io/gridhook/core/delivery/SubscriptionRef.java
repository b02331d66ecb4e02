package io.gridhook.core.delivery;

import io.gridhook.core.topic.EventSubscription;

/**
 * How a pack names a subscription: by name and generation, so that a later one of the same name is not meant.
 *
 * @param generation see {@link EventSubscription#generation}
 */
public record SubscriptionRef(String topic, String name, long generation) {
    public static SubscriptionRef of(EventSubscription subscription) {
        return new SubscriptionRef(subscription.topic(), subscription.name(), subscription.generation());
    }

    /** Whether it is a subscription of a domain or of a domain's topic. */
    boolean isOfDomain() {
        return topic.indexOf('/') >= 0;
    }

    /** Whether {@code subscription} is the very one that is meant. */
    public boolean names(EventSubscription subscription) {
        return generation == subscription.generation()
                && name.equalsIgnoreCase(subscription.name())
                && topic.equalsIgnoreCase(subscription.topic());
    }
}
