package io.gridhook.core.event;

/**
 * How the fields of Event Grid's envelope are found in a custom-schema event (behaviour §11.3). Only top-level properties of the
 * event can be named. A field without source and default is filled by Gridhook: id with a new GUID, eventTime with the arrival time,
 * topic with the topic's id.
 */
public record InputSchemaMapping(
        Field id, Field topic, Field eventTime, Field eventType, Field subject, Field dataVersion) {

    /** Nothing is mapped. */
    public static final InputSchemaMapping NONE =
            new InputSchemaMapping(Field.NONE, Field.NONE, Field.NONE, Field.NONE, Field.NONE, Field.NONE);

    /** Whether an event can have an {@code eventType} at all; nothing but the mapping fills it. */
    public boolean givesEventType() {
        return !eventType.equals(Field.NONE);
    }

    /**
     * Where one field comes from; {@code ""} stands for "not given".
     *
     * @param sourceField the property of the published event
     * @param defaultValue what is used when that property is missing
     */
    public record Field(String sourceField, String defaultValue) {
        public static final Field NONE = new Field("", "");
    }
}
