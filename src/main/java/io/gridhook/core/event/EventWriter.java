package io.gridhook.core.event;

import java.util.List;

/** Writes events as they are delivered: behaviour §3 for the forms, §11 for the conversions. */
public final class EventWriter {
    private static final String JSON = "application/json; charset=utf-8";
    private static final String CLOUD_EVENT = "application/cloudevents+json; charset=utf-8";
    private static final String CLOUD_EVENT_BATCH = "application/cloudevents-batch+json; charset=utf-8";

    /** The body of one POST, and the {@code Content-Type} that goes with it. */
    public record DeliveryBody(String contentType, JsonText json) {}

    private EventWriter() {}

    /** Whether a topic of schema {@code in} may have subscriptions of schema {@code out} (behaviour §11.1, the cloud's table). */
    public static boolean allowed(EventSchema in, DeliverySchema out) {
        return switch (in) {
            case EVENT_GRID -> out != DeliverySchema.CUSTOM_INPUT;
            case CLOUD_EVENT_V1_0 -> out == DeliverySchema.CLOUD_EVENT_V1_0;
            case CUSTOM -> true;
        };
    }

    /**
     * Writes one POST.
     *
     * @param events at least one, all of one topic's schema
     * @param batched whether the subscription has batching on; more than one event is a batch in any case
     * @param singleCloudEventAsArray whether the profile sends a CloudEvent that is alone as an array of one (kubernetes)
     * @throws IllegalArgumentException for no events, or a pair of schemas that is not {@link #allowed}
     */
    public static DeliveryBody write(
            DeliverySchema out, List<Event> events, boolean batched, boolean singleCloudEventAsArray) {
        if (events.isEmpty()) {
            throw new IllegalArgumentException("events: 0 (expected: at least 1)");
        }
        if (out != DeliverySchema.CLOUD_EVENT_V1_0) {
            return new DeliveryBody(JSON, array(out, events));
        }
        if (batched || singleCloudEventAsArray || events.size() > 1) {
            return new DeliveryBody(CLOUD_EVENT_BATCH, array(out, events));
        }
        return new DeliveryBody(CLOUD_EVENT, convert(out, events.get(0), false));
    }

    /**
     * The value of {@code aeg-data-version} (behaviour §3.1): the events' dataVersion when they have one in common, {@code ""} otherwise
     * and for CloudEvents. It is the publisher's text, not made safe for a header.
     */
    public static String dataVersionHeader(DeliverySchema out, List<Event> events) {
        if (out == DeliverySchema.CLOUD_EVENT_V1_0) {
            return "";
        }
        List<String> versions = events.stream()
                .map(event -> event.attributes().dataVersion())
                .distinct()
                .toList();
        return versions.size() == 1 ? versions.get(0) : "";
    }

    /**
     * Writes one event as an object.
     *
     * @throws IllegalArgumentException for a pair of schemas that is not {@link #allowed}
     */
    public static JsonText single(DeliverySchema out, Event event) {
        return convert(out, event, false);
    }

    private static JsonText array(DeliverySchema out, List<Event> events) {
        List<JsonText> converted =
                events.stream().map(event -> convert(out, event, true)).toList();
        return JsonArrays.of(converted);
    }

    private static JsonText convert(DeliverySchema out, Event event, boolean inBatch) {
        if (!allowed(event.schema(), out)) {
            throw new IllegalArgumentException("eventDeliverySchema: " + out.wireName() + " (expected: one that "
                    + event.schema().wireName() + " may be delivered in)");
        }
        return switch (out) {
            case EVENT_GRID -> event.schema() == EventSchema.EVENT_GRID ? event.json() : Envelopes.eventGrid(event);
            case CLOUD_EVENT_V1_0 ->
                event.schema() == EventSchema.CLOUD_EVENT_V1_0 ? event.json() : Envelopes.cloudEvent(event, inBatch);
            case CUSTOM_INPUT -> event.json();
        };
    }
}
