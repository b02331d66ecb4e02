package io.gridhook.core.event;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a topic asks of the events it takes.
 *
 * @param schema the topic's input schema
 * @param mapping for custom-schema topics; {@link InputSchemaMapping#NONE} otherwise
 * @param topicId what is stamped as {@code topic}; a publisher may send it, and then it must be exactly this or one of
 *     {@code otherTopicIds}
 * @param otherTopicIds what else names the same topic: its ids in both forms of the management API (ARM and IoT Edge); to IoT Edge its
 *     name
 * @param domain how events name their topic, if this is a domain, whose events each go to one of its topics
 * @param requiredFields the properties that an event of Event Grid's schema must have, checked in this order's documented sequence
 *     subject, id, eventType, eventTime, dataVersion (cloud: the first four; IoT Edge: all five)
 * @param eventTimeChecked whether {@code eventTime} must be ISO-8601 (cloud: yes; IoT Edge does not validate it)
 * @param now the time of arrival
 * @param newId makes an id for custom-schema events without one
 */
public record PublishRules(
        EventSchema schema,
        InputSchemaMapping mapping,
        String topicId,
        Set<String> otherTopicIds,
        Optional<DomainTopicIds> domain,
        Set<String> requiredFields,
        boolean eventTimeChecked,
        Instant now,
        Supplier<String> newId) {
    /** Behaviour §9.3 (observed): UTF-8 bytes of a whole request. */
    public static final int REQUEST_BYTES_MAX = 1_536_000;
    /** Behaviour §9.3 (observed): UTF-8 bytes of one event. */
    public static final int EVENT_BYTES_MAX = 1_049_600;
    /** Behaviour §9.3 (documented). */
    public static final int EVENTS_PER_REQUEST_MAX = 5_000;

    public PublishRules {
        otherTopicIds = Set.copyOf(otherTopicIds);
        requiredFields = Set.copyOf(requiredFields);
    }
}
