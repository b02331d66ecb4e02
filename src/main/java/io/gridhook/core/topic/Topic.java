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
 */
public record Topic(
        String name,
        EventSchema inputSchema,
        InputSchemaMapping inputSchemaMapping,
        Optional<String> profile,
        TopicKeys keys) {}
