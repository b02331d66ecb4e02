package io.gridhook.app;

import io.gridhook.core.event.DomainTopicIds;
import io.gridhook.core.event.PublishRules;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DefinitionNames;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** What a topic asks of the events that it takes, by its profile. */
public final class TopicRules {
    private final RetryProfiles profiles;
    private final TopicIds topicIds;
    private final Supplier<UUID> newId;

    public TopicRules(RetryProfiles profiles, TopicIds topicIds, Supplier<UUID> newId) {
        this.profiles = profiles;
        this.topicIds = topicIds;
        this.newId = newId;
    }

    PublishRules of(Topic topic, Instant now) {
        RetryProfile profile = profiles.of(Optional.empty(), topic.profile());
        return new PublishRules(
                topic.inputSchema(),
                topic.inputSchemaMapping(),
                topicIds.stamped(topic.name()),
                otherIds(topic, profile),
                domain(topic),
                profile.requiredEventFields(),
                profile.eventTimeChecked(),
                now,
                () -> newId.get().toString());
    }

    /** IoT Edge's {@code topic} is the name in the URL that is published to (behaviour §14, its API page). */
    private Set<String> otherIds(Topic topic, RetryProfile profile) {
        Set<String> ids = new HashSet<>(topicIds.both(topic.name()));
        if (profile.name().equals(RetryProfiles.EDGE)) {
            ids.add(topic.name());
        }
        return ids;
    }

    /** How the events of a domain name their topics; empty for a topic. */
    Optional<DomainTopicIds> domain(Topic topic) {
        return Optional.of(topic.name())
                .filter(DomainNames::isDomain)
                .map(domain ->
                        new DomainTopicIds(topicIds.armId(domain) + "/topics/", DefinitionNames::mayNameDomainTopic));
    }
}
