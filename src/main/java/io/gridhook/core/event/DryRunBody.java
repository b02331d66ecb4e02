package io.gridhook.core.event;

import com.fasterxml.jackson.core.JsonToken;
import java.util.Map;
import java.util.Optional;

/**
 * The body of a dry run: events in an array as they would be published, or an object with that array as {@code events}, beside the
 * definition to test as {@code eventSubscription}. The events' bytes are kept.
 *
 * @param definition the JSON of {@code eventSubscription}, if there is one
 * @param events the array
 */
public record DryRunBody(Optional<JsonText> definition, JsonText events) {
    private static final String EXPECTED = "an array of events, or {\"events\": [...]}, beside it eventSubscription";

    /**
     * Reads a body.
     *
     * @throws InvalidEventException if it is neither form, or larger than a publish may be
     */
    public static DryRunBody read(String text) {
        JsonText body = EventReader.bounded(text);
        if (body.length() == 0) {
            throw Invalid.json("body: empty (expected: " + EXPECTED + ")");
        }
        try (JsonCursor json = JsonCursor.over(body)) {
            DryRunBody read = json.next() == JsonToken.START_OBJECT
                    ? object(json)
                    : new DryRunBody(Optional.empty(), array("body", json));
            json.expectEnd();
            return read;
        }
    }

    private static DryRunBody object(JsonCursor json) {
        Optional<JsonText> definition = Optional.empty();
        Optional<JsonText> events = Optional.empty();
        while (json.next() != JsonToken.END_OBJECT) {
            String name = json.name();
            json.next();
            if (name.equalsIgnoreCase("events") && events.isEmpty()) {
                events = Optional.of(array(name, json));
            } else if (name.equalsIgnoreCase("eventSubscription") && definition.isEmpty()) {
                definition = Optional.of(json.value());
            } else {
                throw Invalid.json(Invalid.value("body", name, "events and eventSubscription, each once"));
            }
        }
        return new DryRunBody(
                definition, events.orElseThrow(() -> Invalid.json("events: missing (expected: " + EXPECTED + ")")));
    }

    private static JsonText array(String name, JsonCursor json) {
        if (json.token() != JsonToken.START_ARRAY) {
            throw Invalid.json(Invalid.value(name, Invalid.tokenName(json.token()), EXPECTED));
        }
        return json.value();
    }

    /** The events, as the publish of a topic of {@code schema} would carry them. */
    public PublishedBody published(EventSchema schema) {
        boolean isBatch = schema == EventSchema.CLOUD_EVENT_V1_0;
        String contentType = isBatch ? "application/cloudevents-batch+json" : "application/json";
        return new PublishedBody(contentType, Map.of(), events.toString());
    }
}
