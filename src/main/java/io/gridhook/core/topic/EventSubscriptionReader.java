package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.trust.EndpointGuard;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads an event subscription as a manager sends it, in the form of any edition (behaviour §13.3, §14, §15): property names and enum
 * values in any letter case, {@code eventDeliverySchema} beside or inside the destination, either name of the time to live. Numbers are
 * checked against the ranges of the profile that applies. What Gridhook does not do, or does not know, is refused.
 */
public final class EventSubscriptionReader {
    /** Ours; Event Grid documents none. */
    private static final int LABELS_MAX = 25;
    /** Ours; Event Grid documents none. */
    private static final int LABEL_CHARS_MAX = 128;

    private static final String DELIVERY_SCHEMA = "eventDeliverySchema";

    private final RetryProfiles profiles;
    private final DestinationReader destinations;
    private final DeadLetterDestinationReader deadLetters;

    /**
     * A reader for one app.
     *
     * @param profiles whose ranges apply
     * @param endpoints which may be called
     * @param applications whose tokens webhooks may be called with
     * @param deadLetters where dead letters may go
     * @param queues which Storage queues events may go to
     */
    public EventSubscriptionReader(
            RetryProfiles profiles,
            EndpointGuard endpoints,
            WebhookApplications applications,
            DeadLetterDestinations deadLetters,
            QueueDestinations queues) {
        this.profiles = profiles;
        this.destinations = new DestinationReader(endpoints, applications, queues);
        this.deadLetters = new DeadLetterDestinationReader(deadLetters);
    }

    /**
     * Reads the body of a PUT.
     *
     * @param topic what it subscribes to
     * @param name its name in the URL
     * @param generation what tells it from an earlier one of its name
     * @param now against which its expiration is checked
     * @param secrets where secrets come from that the body does not hold
     * @throws InvalidDefinitionException if the subscription is not valid
     */
    public EventSubscription read(
            JsonNode json, Topic topic, String name, long generation, Instant now, SecretSource secrets) {
        DefinitionNames.checkSubscription(name);
        JsonFields body = JsonFields.of(json, "");
        JsonFields properties = body.object("properties").orElse(body);
        DefinitionNames.checkSame(body, "name", name);
        DefinitionNames.checkSame(properties, "name", name);
        DefinitionNames.checkSame(properties, "topicName", DomainNames.own(topic.name()));
        Optional<String> profileName = TopicReader.profile(properties, profiles);
        RetryProfile profile = profiles.of(profileName, topic.profile());
        JsonFields destination =
                DeliveryIdentity.unwrapped(properties).orElseGet(() -> required(properties, "destination"));
        JsonFields destinationProperties = required(destination, "properties");
        DeliverySchema schema = deliverySchema(List.of(properties, destination, destinationProperties), topic, profile);
        EventSubscription subscription = new EventSubscription(
                topic.name(),
                name,
                generation,
                destinations.read(destination, destinationProperties, profile, secrets),
                schema,
                properties.object("filter").map(filter -> FilterReader.read(filter, profile)),
                properties.object("retryPolicy").map(retry -> RetrySettingsReader.read(retry, profile)),
                profileName,
                deadLetters.read(properties),
                properties.texts("labels", LABELS_MAX, LABEL_CHARS_MAX),
                properties.text("expirationTimeUtc").map(time -> ExpirationTime.read(time, now)),
                properties.object("persistencePolicy").flatMap(EventSubscriptionReader::persisted));
        body.ignore("id", "type", "systemData", "etag");
        // What holds events back has calls of its own: a PUT of what was read must not resume.
        properties.ignore(
                "topic", "provisioningState", "deliveryState", "deliveryStateReason", "deliveryStateChangedAt");
        properties.end();
        body.end();
        return subscription;
    }

    private static JsonFields required(JsonFields parent, String name) {
        String instead = name.equals("destination") ? "endpointType and properties" : "endpointUrl";
        return parent.object(name).orElseThrow(() -> parent.missing(name, instead));
    }

    private static DeliverySchema deliverySchema(List<JsonFields> places, Topic topic, RetryProfile profile) {
        List<DeliverySchema> given = places.stream()
                .flatMap(place -> place.text(DELIVERY_SCHEMA).stream())
                .map(EventSubscriptionReader::parse)
                .distinct()
                .toList();
        if (given.size() > 1) {
            throw JsonFields.wrong(DELIVERY_SCHEMA, wireNames(given.stream()), "the same value wherever it is given");
        }
        List<DeliverySchema> allowed = SchemaPairs.allowed(topic, profile);
        Optional<DeliverySchema> schema = given.isEmpty() ? allowed.stream().findFirst() : Optional.of(given.get(0));
        return schema.filter(allowed::contains)
                .orElseThrow(() -> JsonFields.wrong(
                        DELIVERY_SCHEMA,
                        schema.map(DeliverySchema::wireName).orElse("none"),
                        SchemaPairs.expectation(topic, profile)));
    }

    private static DeliverySchema parse(String text) {
        return DeliverySchema.parse(text)
                .orElseThrow(
                        () -> JsonFields.wrong(DELIVERY_SCHEMA, text, wireNames(Stream.of(DeliverySchema.values()))));
    }

    private static String wireNames(Stream<DeliverySchema> schemas) {
        return String.join(" or ", schemas.map(DeliverySchema::wireName).toList());
    }

    private static Optional<String> persisted(JsonFields policy) {
        Optional<Boolean> persisted = policy.flag("isPersisted");
        policy.end();
        return persisted.map(flag -> flag.toString().toLowerCase(Locale.ROOT));
    }
}
