package io.gridhook.core.event;

/**
 * One published event.
 *
 * @param schema the schema of the topic that took it
 * @param json the event as it is delivered in its own schema: the publisher's bytes, with only what Event Grid stamps added at the
 *     end ({@code topic}, {@code metadataVersion} and an absent {@code dataVersion} in Event Grid's schema; nothing in the others)
 * @param attributes what was read of it
 */
public record Event(EventSchema schema, JsonText json, EventAttributes attributes) {
    /** The same with bytes of its own, for who keeps it longer than the text that it is a slice of. */
    public Event copied() {
        return new Event(schema, JsonText.of(json.toBytes()), attributes);
    }
}
