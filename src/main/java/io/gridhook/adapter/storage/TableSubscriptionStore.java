package io.gridhook.adapter.storage;

import io.gridhook.core.topic.DefinitionCodec;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.Versioned;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Subscriptions in a table: partition the topic's name (a domain's topic: {@code domain.topic}), row the subscription's. */
public final class TableSubscriptionStore implements SubscriptionStore {
    private final DefinitionTable<EventSubscription> table;

    /** The table {@code name}, which must exist ({@link StorageSetup}). */
    public TableSubscriptionStore(StorageConnection connection, String name, DefinitionCodec codec) {
        this.table = new DefinitionTable<>(
                connection.table(name),
                new DefinitionTable.Format<>(codec::write, codec::readSubscription, DefinitionCodec::formatVersion));
    }

    @Override
    public Optional<Versioned<EventSubscription>> find(String topic, String name) {
        return table.find(topic, name);
    }

    @Override
    public List<EventSubscription> list(String topic) {
        return table.list(topic);
    }

    @Override
    public List<EventSubscription> listAll() {
        return table.listAll();
    }

    @Override
    public List<EventSubscription> listWithin(String domain) {
        return table.listWithin(domain);
    }

    @Override
    public boolean create(EventSubscription subscription) {
        return table.create(subscription.topic(), subscription.name(), subscription);
    }

    @Override
    public boolean replace(EventSubscription subscription, String etag) {
        return table.replace(subscription.topic(), subscription.name(), subscription, etag);
    }

    @Override
    public boolean delete(String topic, String name) {
        return table.deleteIf(topic, name, subscription -> true);
    }

    @Override
    public boolean delete(EventSubscription subscription) {
        return table.deleteIf(
                subscription.topic(), subscription.name(), stored -> stored.generation() == subscription.generation());
    }

    /** Writes those subscriptions anew whose stored text is {@code isOutdated}, as they are; returns how many. */
    public int rewrite(Predicate<String> isOutdated) {
        return table.rewrite(isOutdated);
    }
}
