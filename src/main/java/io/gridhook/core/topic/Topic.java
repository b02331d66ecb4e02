package io.gridhook.core.topic;

import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import java.util.Optional;

/**
 * A named place to publish.
 *
 * @param name 3 to 50 of {@code [A-Za-z0-9-]}; two names that differ in letter case only are the same topic
 * @param inputSchema what its publishers send
 * @param inputSchemaMapping for {@link EventSchema#CUSTOM}; {@link InputSchemaMapping#NONE} otherwise
 * @param profile the retry profile of its subscriptions, if not the app's
 * @param keys what publishers authenticate with
 * @param disableLocalAuth whether neither keys nor SAS tokens are taken (behaviour §9.1)
 * @param resource what it has as a resource of ARM
 */
public record Topic(
        String name,
        EventSchema inputSchema,
        InputSchemaMapping inputSchemaMapping,
        Optional<String> profile,
        TopicKeys keys,
        boolean disableLocalAuth,
        TopicResource resource) {
    /** A topic that was made in IoT Edge's form. */
    public Topic(
            String name,
            EventSchema inputSchema,
            InputSchemaMapping inputSchemaMapping,
            Optional<String> profile,
            TopicKeys keys,
            boolean disableLocalAuth) {
        this(name, inputSchema, inputSchemaMapping, profile, keys, disableLocalAuth, TopicResource.NONE);
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
        return new Topic(name, inputSchema, inputSchemaMapping, profile, otherKeys, disableLocalAuth, resource);
    }
}
