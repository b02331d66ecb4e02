package io.gridhook.port;

import io.gridhook.core.topic.EventSubscription;
import java.util.List;
import java.util.Optional;

/**
 * The event subscriptions' definitions; letter case does not distinguish names. Methods throw {@link StorageUnavailableException} when
 * storage does not answer or refuses; a write may have happened all the same.
 */
public interface SubscriptionStore {
    Optional<Versioned<EventSubscription>> find(String topic, String name);

    /** All subscriptions of a topic, by name. */
    List<EventSubscription> list(String topic);

    /** Those of all topics and domains. */
    List<EventSubscription> listAll();

    /** Those of a domain and of its topics. */
    List<EventSubscription> listWithin(String domain);

    /** Adds a subscription; false if one of that name is there already. */
    boolean create(EventSubscription subscription);

    /** Replaces a subscription if it is still the version that was read; false if it changed or is gone. */
    boolean replace(EventSubscription subscription, String etag);

    /** Deletes a subscription; false if there was none. */
    boolean delete(String topic, String name);

    /** Deletes a subscription if it is still of this generation; false if it is not or gone. */
    boolean delete(EventSubscription subscription);
}
