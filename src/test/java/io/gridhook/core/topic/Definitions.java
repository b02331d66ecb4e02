package io.gridhook.core.topic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.trust.AddressGuard;
import io.gridhook.core.trust.AddressRange;
import io.gridhook.core.trust.EndpointGuard;
import io.gridhook.core.trust.SigningSecret;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the tests of definitions share. */
final class Definitions {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final RetryProfiles PROFILES = RetryProfiles.standard();
    /** Nothing is stored, and the secrets that are made are the same. */
    static final SecretSource SECRETS =
            new SecretSource(Optional.empty(), () -> new SigningSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));

    static final TopicKeys KEYS = new TopicKeys("key-1", "key-2");
    static final TopicIds IDS = new TopicIds("/arm/", "/iotHubs/hub/devices/dev/modules/mod/topics/", false);

    /** A mapping that gives every event a type and nothing else. */
    static final InputSchemaMapping TYPED = new InputSchemaMapping(
            InputSchemaMapping.Field.NONE,
            InputSchemaMapping.Field.NONE,
            InputSchemaMapping.Field.NONE,
            new InputSchemaMapping.Field("", "Made"),
            InputSchemaMapping.Field.NONE,
            InputSchemaMapping.Field.NONE);

    private static final ObjectMapper JSON = new ObjectMapper();

    private Definitions() {}

    /** JSON written with single quotes. */
    static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    static Topic topic(EventSchema schema, Optional<String> profile) {
        return topic(schema, schema == EventSchema.CUSTOM ? TYPED : InputSchemaMapping.NONE, profile);
    }

    static Topic topic(EventSchema schema, InputSchemaMapping mapping, Optional<String> profile) {
        return new Topic("orders", schema, mapping, profile, KEYS);
    }

    /** A reader that takes every address, every storage account and the applications of the tests. */
    static EventSubscriptionReader reader(boolean allowHttp) {
        AddressGuard anywhere = new AddressGuard(List.of(AddressRange.parse("0.0.0.0/0"), AddressRange.parse("::/0")));
        return new EventSubscriptionReader(
                PROFILES,
                new EndpointGuard(allowHttp, anywhere),
                new WebhookApplications(Set.of("api://hook", "\\".repeat(512))),
                new DeadLetterDestinations("devstoreaccount1", true, Set.of(), List.of()),
                new QueueDestinations("devstoreaccount1", true, Set.of(), List.of()));
    }

    static EventSubscription read(String text, EventSchema schema, String profile) {
        return reader(false).read(json(text), topic(schema, Optional.of(profile)), "sub-1", 7, NOW, SECRETS);
    }

    static EventSubscription read(String text) {
        return read(text, EventSchema.EVENT_GRID, "cloud");
    }

    /** A body with these further properties beside a legal destination. */
    static String with(String properties) {
        return "{'properties':{'destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://h/'}}"
                + (properties.isEmpty() ? "" : "," + properties) + "}}";
    }

    /** A body whose destination has these properties. */
    static String to(String endpointType, String destinationProperties) {
        return "{'properties':{'destination':{'endpointType':'" + endpointType + "','properties':{"
                + destinationProperties + "}}}}";
    }
}
