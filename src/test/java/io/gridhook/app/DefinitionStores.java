package io.gridhook.app;

import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Versioned;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Both stores of definitions in memory, with others' writes and refusals let in where a test wants them. */
public final class DefinitionStores {
    private final TreeMap<String, Versioned<Topic>> topics = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final TreeMap<String, Versioned<EventSubscription>> subscriptions =
            new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final List<Runnable> beforeWrites = new ArrayList<>();
    private int version;
    private boolean refusing;

    /** What others do just before the next write; one each. */
    public void beforeWrite(Runnable others) {
        beforeWrites.add(others);
    }

    /** Somebody else writes a topic as it is. */
    public void rewrite(String topic) {
        topics.computeIfPresent(topic, (name, found) -> versioned(found.value()));
    }

    /** From now on, storage does not answer. */
    public void refuse() {
        refusing = true;
    }

    public TopicStore topics() {
        return new TopicStore() {
            @Override
            public Optional<Versioned<Topic>> find(String name) {
                answer();
                return Optional.ofNullable(topics.get(name));
            }

            @Override
            public List<Topic> list() {
                answer();
                return listed(topic -> topic.name().indexOf('/') < 0);
            }

            @Override
            public List<Topic> listDomains() {
                answer();
                return listed(topic -> DomainNames.isDomain(topic.name()));
            }

            @Override
            public List<Topic> listWithin(String domain) {
                answer();
                return listed(topic -> DomainNames.isDomainTopic(topic.name())
                        && DomainNames.owner(topic.name()).equalsIgnoreCase(domain));
            }

            private List<Topic> listed(Predicate<Topic> which) {
                return topics.values().stream()
                        .map(Versioned::value)
                        .filter(which)
                        .toList();
            }

            @Override
            public boolean create(Topic topic) {
                letOthers();
                return topics.putIfAbsent(topic.name(), versioned(topic)) == null;
            }

            @Override
            public boolean replace(Topic topic, String etag) {
                letOthers();
                return replaceIn(topics, topic.name(), topic, etag);
            }

            @Override
            public boolean delete(String name) {
                letOthers();
                return topics.remove(name) != null;
            }
        };
    }

    public SubscriptionStore subscriptions() {
        return new SubscriptionStore() {
            @Override
            public Optional<Versioned<EventSubscription>> find(String topic, String name) {
                answer();
                return Optional.ofNullable(subscriptions.get(topic + "/" + name));
            }

            @Override
            public List<EventSubscription> list(String topic) {
                return listed(subscription -> subscription.topic().equalsIgnoreCase(topic));
            }

            @Override
            public List<EventSubscription> listAll() {
                return listed(subscription -> true);
            }

            @Override
            public List<EventSubscription> listWithin(String domain) {
                return listed(
                        subscription -> DomainNames.owner(subscription.topic()).equalsIgnoreCase(domain));
            }

            private List<EventSubscription> listed(Predicate<EventSubscription> which) {
                answer();
                return subscriptions.values().stream()
                        .map(Versioned::value)
                        .filter(which)
                        .toList();
            }

            @Override
            public boolean create(EventSubscription subscription) {
                letOthers();
                return subscriptions.putIfAbsent(key(subscription), versioned(subscription)) == null;
            }

            @Override
            public boolean replace(EventSubscription subscription, String etag) {
                letOthers();
                return replaceIn(subscriptions, key(subscription), subscription, etag);
            }

            @Override
            public boolean delete(String topic, String name) {
                letOthers();
                return subscriptions.remove(topic + "/" + name) != null;
            }

            @Override
            public boolean delete(EventSubscription subscription) {
                letOthers();
                Versioned<EventSubscription> found = subscriptions.get(key(subscription));
                boolean same = found != null && found.value().generation() == subscription.generation();
                return same && subscriptions.remove(key(subscription)) != null;
            }
        };
    }

    private static String key(EventSubscription subscription) {
        return subscription.topic() + "/" + subscription.name();
    }

    private <T> Versioned<T> versioned(T value) {
        version++;
        return new Versioned<>(value, "v" + version);
    }

    private <T> boolean replaceIn(Map<String, Versioned<T>> values, String key, T value, String etag) {
        Versioned<T> found = values.get(key);
        if (found == null || !found.etag().equals(etag)) {
            return false;
        }
        values.put(key, versioned(value));
        return true;
    }

    private void answer() {
        if (refusing) {
            throw new StorageUnavailableException("refused by the test");
        }
    }

    private void letOthers() {
        answer();
        if (!beforeWrites.isEmpty()) {
            beforeWrites.remove(0).run();
        }
    }
}
