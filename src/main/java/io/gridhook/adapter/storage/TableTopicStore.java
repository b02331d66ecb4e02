package io.gridhook.adapter.storage;

import io.gridhook.core.topic.DefinitionCodec;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Versioned;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Topics in a table: partition {@code topic}, row the name. */
public final class TableTopicStore implements TopicStore {
    private static final String PARTITION = "topic";

    private final DefinitionTable<Topic> table;

    /** The table {@code name}, which must exist ({@link StorageSetup}). */
    public TableTopicStore(StorageConnection connection, String name, DefinitionCodec codec) {
        this.table = new DefinitionTable<>(
                connection.table(name),
                new DefinitionTable.Format<>(codec::write, codec::readTopic, DefinitionCodec::formatVersion));
    }

    @Override
    public Optional<Versioned<Topic>> find(String name) {
        return table.find(PARTITION, name);
    }

    @Override
    public List<Topic> list() {
        return table.list(PARTITION);
    }

    @Override
    public boolean create(Topic topic) {
        return table.create(PARTITION, topic.name(), topic);
    }

    @Override
    public boolean replace(Topic topic, String etag) {
        return table.replace(PARTITION, topic.name(), topic, etag);
    }

    @Override
    public boolean delete(String name) {
        return table.deleteIf(PARTITION, name, topic -> true);
    }

    /** Writes those topics anew whose stored text is {@code isOutdated}, as they are; returns how many. */
    public int rewrite(Predicate<String> isOutdated) {
        return table.rewrite(isOutdated);
    }
}
