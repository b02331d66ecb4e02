package io.gridhook.core.delivery;

import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventWriter;
import io.gridhook.core.event.EventWriter.DeliveryBody;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.SigningSecrets;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.core.trust.WebhookSignature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Makes the POST that delivers events, in the forms and with the headers of behaviour §3, §12 and §18, and signed if wanted. */
public final class WebhookRequests {
    private WebhookRequests() {}

    /**
     * The request for one batch.
     *
     * @param events one or more, of one subscription, that give its {@link DeliveryAttributes#dynamic} headers the same values
     * @param attemptsMade how many attempts were made before this one: {@code aeg-delivery-count} counts from 0
     * @param started when this attempt is made
     * @param bearerToken for an Entra-protected webhook
     */
    public static WebhookRequest notification(
            ResolvedSubscription resolved,
            List<Event> events,
            int attemptsMade,
            Instant started,
            Optional<String> bearerToken) {
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
        WebhookDestination destination = subscription.destination();
        headers.addAll(DeliveryAttributes.fixed(destination));
        headers.addAll(DeliveryAttributes.dynamic(destination, events.get(0)));
        bearerToken.ifPresent(token -> headers.add(authorization(token)));
        destination
                .signing()
                .ifPresent(secrets ->
                        headers.addAll(signature(secrets, WebhookId.of(subscription, events), started, body.json())));
        return new WebhookRequest(destination.endpointUrl(), headers, body.json());
    }

    /** Behaviour §18: on every delivery to an Entra-protected webhook, and on its validation. */
    public static Header authorization(String bearerToken) {
        return new Header("Authorization", "Bearer " + bearerToken);
    }

    /** Standard Webhooks 1.0: the time is this attempt's, the id every attempt's. */
    static List<Header> signature(SigningSecrets secrets, String id, Instant started, JsonText body) {
        return List.of(
                new Header("webhook-id", id),
                new Header("webhook-timestamp", Long.toString(started.getEpochSecond())),
                new Header(
                        "webhook-signature",
                        WebhookSignature.header(secrets.valid(started), id, started, body.toBytes())));
    }

    /**
     * The subscription's, or CloudEvents, which every event can become, for events from before a topic and its subscription were given
     * schemas that they cannot be turned into: they too must be delivered.
     */
    static DeliverySchema schema(DeliverySchema wanted, List<Event> events) {
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
