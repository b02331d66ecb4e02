package io.gridhook.core.event;

import io.gridhook.core.event.EventSequence.Form;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads what publishers send (behaviour §9, §11.3, §14). The body is parsed once, and the events keep their bytes: slices of the
 * request, or one copy where something is stamped on them.
 */
public final class EventReader {
    private static final String CLOUD_EVENT_TYPES =
            "application/json, application/cloudevents+json or application/cloudevents-batch+json";

    private EventReader() {}

    /**
     * The events of one request, in their order. All or none: the first that breaks a rule fails the call, and the message says which
     * it was. An empty array holds no events and breaks no rule.
     *
     * @throws InvalidEventException if the request breaks a rule of the topic
     */
    public static List<Event> read(PublishedBody body, PublishRules rules) {
        ContentType contentType = ContentType.parse(body.contentType());
        if (contentType.isNotText()) {
            throw Invalid.contentType(body.contentType(), "application/json");
        }
        JsonText text = bounded(body.text());
        return switch (rules.schema()) {
            case EVENT_GRID ->
                new EventSequence(rules.schema(), new EventGridReader(rules)).read(text, Form.OBJECT_OR_ARRAY);
            case CLOUD_EVENT_V1_0 -> cloudEvents(body, contentType, text, rules);
            case CUSTOM -> new EventSequence(rules.schema(), new CustomEventReader(rules)).read(text, Form.ARRAY);
        };
    }

    /**
     * Reads the attributes of a published event again, from {@link Event#json}.
     *
     * @param schema the event's; not {@link EventSchema#CUSTOM}, whose attributes depend on the mapping at the time
     * @throws IllegalArgumentException if {@code json} is no event of that schema, which a published one always is
     */
    public static EventAttributes attributes(EventSchema schema, JsonText json) {
        return StoredEvent.attributes(schema, json);
    }

    static JsonText bounded(String text) {
        if (text.length() <= PublishRules.REQUEST_BYTES_MAX) {
            JsonText bytes = JsonText.of(text.getBytes(StandardCharsets.UTF_8));
            if (bytes.length() <= PublishRules.REQUEST_BYTES_MAX) {
                return bytes;
            }
        }
        throw Invalid.tooLarge("The maximum size (" + PublishRules.REQUEST_BYTES_MAX + ") has been exceeded.");
    }

    /** The table of behaviour §9.6, most specific row first. */
    private static List<Event> cloudEvents(
            PublishedBody body, ContentType contentType, JsonText text, PublishRules rules) {
        CloudEventHeaders headers = new CloudEventHeaders(body.headers());
        if (!headers.areAbsent()) {
            return List.of(binary(body, contentType, headers, text, rules));
        }
        EventSequence sequence = new EventSequence(EventSchema.CLOUD_EVENT_V1_0, new CloudEventReader(rules.domain()));
        return switch (contentType.mediaType()) {
            case "application/json", "application/cloudevents+json" -> sequence.read(text, Form.OBJECT);
            case "application/cloudevents-batch+json" -> sequence.read(text, Form.ARRAY);
            default -> throw Invalid.contentType(body.contentType(), CLOUD_EVENT_TYPES);
        };
    }

    private static Event binary(
            PublishedBody body, ContentType contentType, CloudEventHeaders headers, JsonText text, PublishRules rules) {
        if (contentType.isStructuredCloudEvent()) {
            throw Invalid.header("ce-* headers: given with Content-Type " + Excerpt.of(contentType.mediaType())
                    + " (expected: binary mode with application/json, or no ce-* headers)");
        }
        boolean nothingToDescribe = contentType.isAbsent() && body.text().isBlank();
        if (!contentType.isJson() && !nothingToDescribe) {
            throw Invalid.contentType(body.contentType(), "application/json beside ce-* headers");
        }
        Event event = headers.read(body.contentType(), text);
        rules.domain()
                .ifPresent(
                        domain -> domain.checked("ce-source", event.attributes().source()));
        return event;
    }
}
