package io.gridhook.adapter.memory;

import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Versioned;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Topics in a map. */
public final class InMemoryTopicStore implements TopicStore {
    private final VersionedMap<Topic> topics = new VersionedMap<>();

    @Override
    public synchronized Optional<Versioned<Topic>> find(String name) {
        return topics.find(name);
    }

    @Override
    public synchronized List<Topic> list() {
        return listed(topic -> topic.name().indexOf('/') < 0);
    }

    @Override
    public synchronized List<Topic> listDomains() {
        return listed(topic -> DomainNames.isDomain(topic.name()));
    }

    @Override
    public synchronized List<Topic> listWithin(String domain) {
        return listed(topic -> DomainNames.isDomainTopic(topic.name())
                && DomainNames.owner(topic.name()).equalsIgnoreCase(domain));
    }

    private List<Topic> listed(Predicate<Topic> which) {
        return topics.list().stream().filter(which).toList();
    }

    @Override
    public synchronized boolean create(Topic topic) {
        return topics.create(topic.name(), topic);
    }

    @Override
    public synchronized boolean replace(Topic topic, String etag) {
        return topics.replace(topic.name(), topic, etag);
    }

    @Override
    public synchronized boolean delete(String name) {
        return topics.deleteIf(name, topic -> true);
    }
}
