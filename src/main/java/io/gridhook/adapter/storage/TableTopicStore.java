package io.gridhook.adapter.storage;

import io.gridhook.core.topic.DefinitionCodec;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Versioned;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Topics in a table: partition {@code topic}, row the name. Domains are in partition {@code domain}, and the topics of one in {@code
 * domain.} with its name: a dot is in no name.
 */
public final class TableTopicStore implements TopicStore {
    private static final String TOPICS = "topic";
    private static final String DOMAINS = "domain";

    private final DefinitionTable<Topic> table;

    /** The table {@code name}, which must exist ({@link StorageSetup}). */
    public TableTopicStore(StorageConnection connection, String name, DefinitionCodec codec) {
        this.table = new DefinitionTable<>(
                connection.table(name),
                new DefinitionTable.Format<>(codec::write, codec::readTopic, DefinitionCodec::formatVersion));
    }

    @Override
    public Optional<Versioned<Topic>> find(String name) {
        return table.find(partition(name), DomainNames.own(name));
    }

    @Override
    public List<Topic> list() {
        return table.list(TOPICS);
    }

    @Override
    public List<Topic> listDomains() {
        return table.list(DOMAINS);
    }

    @Override
    public List<Topic> listWithin(String domain) {
        return table.list(within(domain));
    }

    @Override
    public boolean create(Topic topic) {
        return table.create(partition(topic.name()), DomainNames.own(topic.name()), topic);
    }

    @Override
    public boolean replace(Topic topic, String etag) {
        return table.replace(partition(topic.name()), DomainNames.own(topic.name()), topic, etag);
    }

    @Override
    public boolean delete(String name) {
        return table.deleteIf(partition(name), DomainNames.own(name), topic -> true);
    }

    private static String partition(String name) {
        if (DomainNames.isDomain(name)) {
            return DOMAINS;
        }
        return DomainNames.isDomainTopic(name) ? within(DomainNames.owner(name)) : TOPICS;
    }

    private static String within(String domain) {
        return DOMAINS + "." + DomainNames.own(domain);
    }

    /** Writes those topics anew whose stored text is {@code isOutdated}, as they are; returns how many. */
    public int rewrite(Predicate<String> isOutdated) {
        return table.rewrite(isOutdated);
    }
}
