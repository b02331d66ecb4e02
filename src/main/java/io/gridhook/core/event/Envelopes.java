package io.gridhook.core.event;

import java.util.Optional;

/** The envelopes that Gridhook makes around data it does not touch (behaviour §11.2, §11.3). */
final class Envelopes {
    private static final int ENVELOPE_SIZE = 512;

    private Envelopes() {}

    /** A custom event in Event Grid's schema. */
    static JsonText eventGrid(Event event) {
        return eventGridFields(event).member("data", event.json()).raw("}").text();
    }

    /** The same, still open, before {@code data}. */
    static JsonOutput eventGridFields(Event event) {
        EventAttributes attributes = event.attributes();
        return new JsonOutput(event.json().length() + ENVELOPE_SIZE)
                .raw("{")
                .member("id", attributes.id())
                .member("eventTime", attributes.time())
                .member("eventType", attributes.type())
                .member("dataVersion", attributes.dataVersion())
                .member("metadataVersion", "1")
                .member("topic", attributes.source())
                .member("subject", attributes.subject());
    }

    /**
     * An event of Event Grid's schema, or a custom one, as a CloudEvent. CloudEvents knows no empty subject and no time that is not RFC
     * 3339: the first is left out, the second completed if it can be, else left out. The {@code dataschema} that was seen of Event Grid is
     * no absolute URI, as CloudEvents has it. Alone such an event is read all the same, but in a batch others' readers refuse it (CloudEvents'
     * own for JavaScript): ours: there it is left out.
     */
    static JsonText cloudEvent(Event event, boolean inBatch) {
        EventAttributes attributes = event.attributes();
        JsonOutput out = new JsonOutput(event.json().length() + ENVELOPE_SIZE)
                .raw("{")
                .member("specversion", "1.0")
                .member("id", attributes.id())
                .member("source", attributes.source())
                .member("type", attributes.type());
        if (!attributes.subject().isEmpty()) {
            out.member("subject", attributes.subject());
        }
        DateTimeText.toRfc3339(attributes.time()).ifPresent(time -> out.member("time", time));
        if (!inBatch) {
            out.member("dataschema", "#" + attributes.dataVersion());
        }
        dataOf(event).ifPresent(data -> out.member("datacontenttype", "application/json")
                .member("data", data));
        return out.raw("}").text();
    }

    private static Optional<JsonText> dataOf(Event event) {
        return event.schema() == EventSchema.CUSTOM ? Optional.of(event.json()) : StoredEvent.data(event.json());
    }
}
