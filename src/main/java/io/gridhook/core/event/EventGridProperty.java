package io.gridhook.core.event;

/** The top-level properties of Event Grid's schema (behaviour §9.2, §11.4), in the order in which they are checked. */
enum EventGridProperty {
    SUBJECT("subject"),
    ID("id"),
    EVENT_TYPE("eventType"),
    EVENT_TIME("eventTime"),
    DATA_VERSION("dataVersion"),
    TOPIC("topic"),
    METADATA_VERSION("metadataVersion"),
    DATA("data");

    private final String wireName;

    EventGridProperty(String wireName) {
        this.wireName = wireName;
    }

    String wireName() {
        return wireName;
    }

    static EventGridProperty named(String name) {
        return switch (name) {
            case "subject" -> SUBJECT;
            case "id" -> ID;
            case "eventType" -> EVENT_TYPE;
            case "eventTime" -> EVENT_TIME;
            case "dataVersion" -> DATA_VERSION;
            case "topic" -> TOPIC;
            case "metadataVersion" -> METADATA_VERSION;
            case "data" -> DATA;
            default -> throw Invalid.unexpectedProperty(name);
        };
    }

    /** Whether {@code ""} will do where the property is required: an empty subject names nothing, an empty dataVersion is what is stamped. */
    boolean mayBeEmpty() {
        return this == SUBJECT || this == DATA_VERSION;
    }
}
