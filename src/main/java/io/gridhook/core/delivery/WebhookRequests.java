package io.gridhook.core.delivery;

import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventWriter;
import io.gridhook.core.event.EventWriter.DeliveryBody;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Makes the POST that delivers events, in the forms and with the headers of behaviour §3. */
public final class WebhookRequests {
    private WebhookRequests() {}

    /**
     * The request for one batch.
     *
     * @param events one or more, of one subscription
     * @param attemptsMade how many attempts were made before this one: {@code aeg-delivery-count} counts from 0
     */
    public static WebhookRequest notification(ResolvedSubscription resolved, List<Event> events, int attemptsMade) {
        EventSubscription subscription = resolved.subscription();
        DeliverySchema schema = schema(subscription.deliverySchema(), events);
        DeliveryBody body = EventWriter.write(
                schema,
                events,
                resolved.batching().isOn(),
                resolved.retryPolicy().profile().singleCloudEventAsArray());
        List<Header> headers = new ArrayList<>();
        headers.add(new Header("Content-Type", body.contentType()));
        headers.add(new Header("aeg-subscription-name", subscription.name().toUpperCase(Locale.ROOT)));
        headers.add(new Header("aeg-delivery-count", Integer.toString(attemptsMade)));
        if (schema != DeliverySchema.CLOUD_EVENT_V1_0) {
            addDataVersion(headers, events);
        }
        headers.add(new Header("aeg-metadata-version", "1"));
        headers.add(new Header("aeg-event-type", "Notification"));
        headers.add(new Header("Accept-Encoding", "gzip, deflate"));
        if (schema == DeliverySchema.CLOUD_EVENT_V1_0) {
            headers.add(new Header("Origin", WebhookConsent.ORIGIN));
        }
        return new WebhookRequest(subscription.destination().endpointUrl(), headers, body.json());
    }

    /**
     * The subscription's, or CloudEvents, which every event can become, for events from before a topic and its subscription were given
     * schemas that they cannot be turned into: they too must be delivered.
     */
    private static DeliverySchema schema(DeliverySchema wanted, List<Event> events) {
        return events.stream().allMatch(event -> EventWriter.allowed(event.schema(), wanted))
                ? wanted
                : DeliverySchema.CLOUD_EVENT_V1_0;
    }

    /** Left out where the events of a batch differ in it, or where it cannot be a header's value. */
    private static void addDataVersion(List<Header> headers, List<Event> events) {
        String version = events.get(0).attributes().dataVersion();
        boolean same = events.stream()
                .allMatch(event -> event.attributes().dataVersion().equals(version));
        if (same && version.chars().allMatch(c -> c >= 0x20 && c < 0x7F)) {
            headers.add(new Header("aeg-data-version", version));
        }
    }
}
