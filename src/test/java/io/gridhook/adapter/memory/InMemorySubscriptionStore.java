package io.gridhook.adapter.memory;

import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.Versioned;
import java.util.List;
import java.util.Optional;

/** Subscriptions in a map. */
public final class InMemorySubscriptionStore implements SubscriptionStore {
    private final VersionedMap<EventSubscription> subscriptions = new VersionedMap<>();

    @Override
    public synchronized Optional<Versioned<EventSubscription>> find(String topic, String name) {
        return subscriptions.find(key(topic, name));
    }

    @Override
    public synchronized List<EventSubscription> list(String topic) {
        return subscriptions.listPrefixed(key(topic, ""));
    }

    @Override
    public synchronized List<EventSubscription> listAll() {
        return subscriptions.list();
    }

    @Override
    public synchronized List<EventSubscription> listWithin(String domain) {
        return subscriptions.listPrefixed(domain);
    }

    @Override
    public synchronized boolean create(EventSubscription subscription) {
        return subscriptions.create(key(subscription.topic(), subscription.name()), subscription);
    }

    @Override
    public synchronized boolean replace(EventSubscription subscription, String etag) {
        return subscriptions.replace(key(subscription.topic(), subscription.name()), subscription, etag);
    }

    @Override
    public synchronized boolean delete(String topic, String name) {
        return subscriptions.deleteIf(key(topic, name), subscription -> true);
    }

    @Override
    public synchronized boolean delete(EventSubscription subscription) {
        return subscriptions.deleteIf(
                key(subscription.topic(), subscription.name()),
                stored -> stored.generation() == subscription.generation());
    }

    private static String key(String topic, String name) {
        // A space is in no name.
        return topic + " " + name;
    }
}
