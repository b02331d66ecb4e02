package io.gridhook.core.event;

import static io.gridhook.core.event.EventGridProperty.EVENT_TIME;
import static io.gridhook.core.event.EventGridProperty.METADATA_VERSION;
import static io.gridhook.core.event.EventGridProperty.TOPIC;

import java.util.List;

/** Reads events of Event Grid's schema: behaviour §9.2, and §14 for IoT Edge's rules. */
final class EventGridReader implements EventSequence.ObjectReader {
    private static final List<EventGridProperty> CHECKED = List.of(
            EventGridProperty.SUBJECT,
            EventGridProperty.ID,
            EventGridProperty.EVENT_TYPE,
            EventGridProperty.EVENT_TIME,
            EventGridProperty.DATA_VERSION);

    private final PublishRules rules;
    private final EventGridStamp stamp;

    EventGridReader(PublishRules rules) {
        this.rules = rules;
        this.stamp = new EventGridStamp();
    }

    @Override
    public Event read(JsonCursor json) {
        int from = json.start();
        EventGridFields fields = EventGridFields.read(json);
        JsonText event = json.slice(from, json.end());
        checkRequired(fields);
        checkValues(fields);
        String topic = topic(fields);
        return new Event(EventSchema.EVENT_GRID, stamp.stamp(event, from, fields, topic), fields.attributes(topic));
    }

    /** Of the event as it is stored. A domain's has its topic's full id, however it was published (observed: azure-docs issue 27980). */
    private String topic(EventGridFields fields) {
        String given = fields.get(TOPIC);
        return rules.domain()
                .map(domain -> domain.checked("topic", given))
                .orElseGet(() -> fields.has(TOPIC) ? given : rules.topicId());
    }

    private void checkRequired(EventGridFields fields) {
        for (EventGridProperty property : CHECKED) {
            if (!rules.requiredFields().contains(property.wireName())) {
                continue;
            }
            if (!fields.has(property)) {
                throw Invalid.missing(EventSchema.EVENT_GRID, property.wireName());
            }
            if (fields.get(property).isEmpty() && !property.mayBeEmpty()) {
                throw Invalid.json(Invalid.value(property.wireName(), "\"\"", "a string that is not empty"));
            }
        }
    }

    private void checkValues(EventGridFields fields) {
        String eventTime = fields.get(EVENT_TIME);
        if (rules.eventTimeChecked() && fields.has(EVENT_TIME) && !DateTimeText.isIso8601(eventTime)) {
            throw Invalid.json(Invalid.value("eventTime", eventTime, "an ISO-8601 date and time"));
        }
        String topic = fields.get(TOPIC);
        if (rules.domain().isEmpty()
                && fields.has(TOPIC)
                && !topic.equals(rules.topicId())
                && !rules.otherTopicIds().contains(topic)) {
            throw Invalid.json(Invalid.value("topic", topic, "absent, or " + rules.topicId()));
        }
        String metadataVersion = fields.get(METADATA_VERSION);
        if (fields.has(METADATA_VERSION) && !metadataVersion.equals("1")) {
            throw Invalid.json(Invalid.value("metadataVersion", metadataVersion, "absent, or \"1\""));
        }
    }
}
