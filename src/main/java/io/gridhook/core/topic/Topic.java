package io.gridhook.core.topic;

import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import java.util.Optional;

/**
 * A named place to publish.
 *
 * @param name 3 to 50 of {@code [A-Za-z0-9-]}, or a domain's or its topic's, see {@link DomainNames}; two names that differ in letter
 *     case only are the same topic
 * @param inputSchema what its publishers send
 * @param inputSchemaMapping for {@link EventSchema#CUSTOM}; {@link InputSchemaMapping#NONE} otherwise
 * @param profile the retry profile of its subscriptions, if not the app's
 * @param keys what publishers authenticate with
 * @param disableLocalAuth whether neither keys nor SAS tokens are taken (behaviour §9.1)
 * @param resource what it has as a resource of ARM
 * @param autoTopics a domain's; {@link AutoTopics#UNSET} otherwise
 * @param systemData when it was made and changed
 */
public record Topic(
        String name,
        EventSchema inputSchema,
        InputSchemaMapping inputSchemaMapping,
        Optional<String> profile,
        TopicKeys keys,
        boolean disableLocalAuth,
        TopicResource resource,
        AutoTopics autoTopics,
        SystemData systemData) {
    /** A topic that was made in IoT Edge's form. */
    public Topic(
            String name,
            EventSchema inputSchema,
            InputSchemaMapping inputSchemaMapping,
            Optional<String> profile,
            TopicKeys keys,
            boolean disableLocalAuth) {
        this(
                name,
                inputSchema,
                inputSchemaMapping,
                profile,
                keys,
                disableLocalAuth,
                TopicResource.NONE,
                AutoTopics.UNSET,
                SystemData.NONE);
    }

    /** A topic that takes its keys. */
    public Topic(
            String name,
            EventSchema inputSchema,
            InputSchemaMapping inputSchemaMapping,
            Optional<String> profile,
            TopicKeys keys) {
        this(name, inputSchema, inputSchemaMapping, profile, keys, false);
    }

    /** The same topic with other keys. */
    public Topic with(TopicKeys otherKeys) {
        return of(name, otherKeys, systemData);
    }

    /** The same topic, made and changed then. */
    public Topic with(SystemData times) {
        return of(name, keys, times);
    }

    /** A domain's topic: its settings are its domain's. */
    public Topic topic(String topicName, SystemData times) {
        return of(topicName, keys, times);
    }

    /** What is stored of a domain's topic: that it is there. Its settings and keys are its domain's alone. */
    public Topic marker() {
        return new Topic(
                name,
                EventSchema.EVENT_GRID,
                InputSchemaMapping.NONE,
                Optional.empty(),
                new TopicKeys("", ""),
                false,
                TopicResource.NONE,
                AutoTopics.UNSET,
                systemData);
    }

    private Topic of(String newName, TopicKeys newKeys, SystemData times) {
        return new Topic(
                newName,
                inputSchema,
                inputSchemaMapping,
                profile,
                newKeys,
                disableLocalAuth,
                resource,
                autoTopics,
                times);
    }
}
