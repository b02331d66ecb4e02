package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.event.InputSchemaMapping.Field;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.retry.SchemaRule;
import java.util.Optional;

/**
 * Reads a topic as a manager sends it: IoT Edge's form (behaviour §14) or ARM's (§13.2), property names in any letter case. Settings
 * that would promise something Gridhook does not do are refused.
 */
public final class TopicReader {
    /** Ours, after the 512 characters of a filter value (behaviour §8.5). */
    private static final int MAPPING_CHARS_MAX = 512;

    private final RetryProfiles profiles;

    public TopicReader(RetryProfiles profiles) {
        this.profiles = profiles;
    }

    /**
     * Reads the body of a PUT.
     *
     * @param name the topic's name in the URL
     * @param keys what its publishers authenticate with; never in the body
     * @throws InvalidDefinitionException if the topic is not valid
     */
    public Topic read(JsonNode json, String name, TopicKeys keys) {
        DefinitionNames.checkTopic(name);
        JsonFields body = JsonFields.of(json, "");
        JsonFields properties = body.object("properties").orElse(body);
        DefinitionNames.checkSame(body, "name", DomainNames.own(name));
        Optional<String> profile = profile(properties, profiles);
        EventSchema schema = inputSchema(properties, profiles.of(Optional.empty(), profile));
        Topic topic = new Topic(
                name,
                schema,
                mapping(properties, schema),
                profile,
                keys,
                properties.flag("disableLocalAuth").orElse(false),
                TopicResourceReader.read(body, properties),
                DomainNames.isDomain(name) ? AutoTopics.read(properties) : AutoTopics.UNSET,
                SystemData.NONE);
        refuseUnsupported(properties);
        body.ignore("id", "type", "kind", "sku", "extendedLocation", "systemData", "etag");
        properties.ignore("endpoint", "provisioningState", "metricResourceId", "privateEndpointConnections");
        properties.end();
        body.end();
        return topic;
    }

    /** Gridhook's own property for the profile's name, spelt as {@link RetryProfiles} spells it. */
    static Optional<String> profile(JsonFields properties, RetryProfiles profiles) {
        return properties.text("profile").map(name -> profiles.named(name)
                .map(RetryProfile::name)
                .orElseThrow(() -> JsonFields.wrong("profile", name, "one of " + profiles.names())));
    }

    /** Behaviour §11.1; §15: Kubernetes takes CloudEvents alone. Ours: there they are what is meant if nothing is said. */
    private static EventSchema inputSchema(JsonFields properties, RetryProfile profile) {
        boolean isCloudEvents = profile.schemas() == SchemaRule.CLOUD_EVENTS;
        EventSchema unset = isCloudEvents ? EventSchema.CLOUD_EVENT_V1_0 : EventSchema.EVENT_GRID;
        String expected = isCloudEvents
                ? unset.wireName() + " in profile " + profile.name()
                : "EventGridSchema, CloudEventSchemaV1_0 or CustomEventSchema";
        return properties
                .text("inputSchema")
                .map(text -> EventSchema.parse(text)
                        .filter(schema -> !isCloudEvents || schema == unset)
                        .orElseThrow(() -> JsonFields.wrong("inputSchema", text, expected)))
                .orElse(unset);
    }

    private static InputSchemaMapping mapping(JsonFields properties, EventSchema schema) {
        Optional<JsonFields> given = properties.object("inputSchemaMapping");
        if (given.isEmpty()) {
            return InputSchemaMapping.NONE;
        }
        if (schema != EventSchema.CUSTOM) {
            throw new InvalidDefinitionException("inputSchemaMapping: given with inputSchema " + schema.wireName()
                    + " (expected: only with CustomEventSchema)");
        }
        JsonFields mapping = given.get();
        mapping.text("inputSchemaMappingType")
                .filter(type -> !type.equalsIgnoreCase("Json"))
                .ifPresent(type -> {
                    throw JsonFields.wrong("inputSchemaMappingType", type, "Json");
                });
        InputSchemaMapping read =
                mapping.object("properties").map(TopicReader::fields).orElse(InputSchemaMapping.NONE);
        mapping.end();
        return read;
    }

    private static InputSchemaMapping fields(JsonFields json) {
        InputSchemaMapping mapping = new InputSchemaMapping(
                field(json, "id", false),
                field(json, "topic", false),
                field(json, "eventTime", false),
                field(json, "eventType", true),
                field(json, "subject", true),
                field(json, "dataVersion", true));
        json.end();
        return mapping;
    }

    private static Field field(JsonFields mapping, String name, boolean mayHaveDefault) {
        Optional<JsonFields> given = mapping.object(name);
        if (given.isEmpty()) {
            return Field.NONE;
        }
        JsonFields json = given.get();
        String source = json.text("sourceField", MAPPING_CHARS_MAX).orElse("");
        if (source.indexOf('.') >= 0) {
            throw JsonFields.wrong(name + ".sourceField", source, "the name of a top-level property, without dots");
        }
        String byDefault =
                mayHaveDefault ? json.text("defaultValue", MAPPING_CHARS_MAX).orElse("") : "";
        json.end();
        return new Field(source, byDefault);
    }

    /** The network rules of a deployment are its function app's; a topic has none of its own. */
    private static void refuseUnsupported(JsonFields properties) {
        properties.refuseUnlessEmpty("inboundIpRules", "absent; the function app's access restrictions apply");
        properties
                .text("publicNetworkAccess")
                .filter(access -> !access.equalsIgnoreCase("Enabled"))
                .ifPresent(access -> {
                    throw JsonFields.wrong(
                            "publicNetworkAccess", access, "Enabled; the function app's network settings apply");
                });
        TlsVersion.check(properties);
    }
}
