package io.gridhook.port;

import io.gridhook.core.topic.Topic;
import java.util.List;
import java.util.Optional;

/**
 * The definitions of topics, domains and domains' topics ({@link io.gridhook.core.topic.DomainNames}); letter case does not distinguish
 * names. Methods throw {@link StorageUnavailableException} when storage does not answer or refuses; a write may have happened all the same.
 */
public interface TopicStore {
    Optional<Versioned<Topic>> find(String name);

    /** All topics that are of no domain, by name. */
    List<Topic> list();

    /** All domains, by name. */
    List<Topic> listDomains();

    /** The topics of a domain, by name. */
    List<Topic> listWithin(String domain);

    /** Adds a topic; false if one of that name is there already. */
    boolean create(Topic topic);

    /** Replaces a topic if it is still the version that was read; false if it changed or is gone. */
    boolean replace(Topic topic, String etag);

    /** Deletes a topic; false if there was none. Its subscriptions are the caller's to delete first. */
    boolean delete(String name);
}
