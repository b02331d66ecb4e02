package io.gridhook.core.topic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.filter.AdvancedFilter;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.retry.RetrySchedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * Definitions as they are stored, JSON text with a {@code formatVersion}. Not what the management API shows. Secrets (a topic's keys, a
 * subscription's {@code endpointUrl}, its headers' values and what it signs with) go
 * through {@code seal} and {@code open}, so that they are stored encrypted.
 */
public final class DefinitionCodec {
    /** What is read by every instance there ever was. A definition is written in the oldest version that holds all of it. */
    private static final int PLAIN = 1;
    /** With the destination's {@code deliveryAttributes}, {@code entra} and {@code signing}, or an endpoint that did not agree to all. */
    private static final int WITH_TRUST = 2;
    /** With advanced filters: an older instance would deliver what they hold back. */
    private static final int WITH_ADVANCED_FILTERS = 3;
    /** With a Storage queue as the destination: an older instance knows none. */
    private static final int WITH_QUEUE = 4;
    /** Held back by an operator: an older instance would deliver, and lose it when it saves. */
    private static final int HELD_BACK = 5;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final UnaryOperator<String> seal;
    private final UnaryOperator<String> open;
    private final DestinationCodec destinations;

    /**
     * A codec for one encryption.
     *
     * @param seal makes a secret unreadable
     * @param open its inverse
     */
    public DefinitionCodec(UnaryOperator<String> seal, UnaryOperator<String> open) {
        this.seal = seal;
        this.open = open;
        this.destinations = new DestinationCodec(seal, open);
    }

    public String write(Topic topic) {
        ObjectNode json = start(PLAIN);
        json.put("name", topic.name());
        json.put("inputSchema", topic.inputSchema().wireName());
        if (!topic.inputSchemaMapping().equals(InputSchemaMapping.NONE)) {
            json.set("inputSchemaMapping", InputSchemaMappingJson.write(topic.inputSchemaMapping()));
        }
        topic.profile().ifPresent(profile -> json.put("profile", profile));
        json.put("key1", seal.apply(topic.keys().key1()));
        json.put("key2", seal.apply(topic.keys().key2()));
        if (topic.disableLocalAuth()) {
            json.put("disableLocalAuth", true);
        }
        TopicResourceJson.write(topic.resource()).ifPresent(resource -> json.set("resource", resource));
        if (DomainNames.isDomain(topic.name())) {
            topic.autoTopics().write(json);
        }
        topic.systemData().write(json);
        return json.toString();
    }

    public String write(EventSubscription subscription) {
        ObjectNode json = start(version(subscription));
        json.put("topic", subscription.topic());
        json.put("name", subscription.name());
        json.put("generation", subscription.generation());
        json.set("destination", destinations.write(subscription.destination()));
        json.put("deliverySchema", subscription.deliverySchema().wireName());
        subscription.filter().ifPresent(filter -> json.set("filter", filter(filter)));
        subscription.retryPolicy().ifPresent(retry -> json.set("retryPolicy", retryPolicy(retry)));
        subscription.profile().ifPresent(profile -> json.put("profile", profile));
        subscription.deadLetterDestination().ifPresent(container -> json.set("deadLetterDestination", json(container)));
        json.set("labels", strings(subscription.labels()));
        subscription.expirationTimeUtc().ifPresent(time -> json.put("expirationTimeUtc", time.toString()));
        subscription.persisted().ifPresent(persisted -> json.put("persisted", persisted));
        EndpointValidationJson.write(subscription.validation())
                .ifPresent(validation -> json.set("validation", validation));
        subscription.deliveryState().write().ifPresent(state -> json.set("deliveryState", state));
        subscription.systemData().write(json);
        return json.toString();
    }

    /**
     * Reads what {@link #write(Topic)} wrote.
     *
     * @throws IllegalArgumentException if it is not that, or of another version
     */
    public Topic readTopic(String text) {
        JsonNode json = parse(text);
        JsonNode mapping = json.path("inputSchemaMapping");
        return new Topic(
                text(json, "name"),
                EventSchema.parse(text(json, "inputSchema")).orElseThrow(() -> unreadable(json, "inputSchema")),
                mapping.isMissingNode() ? InputSchemaMapping.NONE : InputSchemaMappingJson.read(mapping),
                optionalText(json, "profile"),
                new TopicKeys(open.apply(text(json, "key1")), open.apply(text(json, "key2"))),
                flag(json, "disableLocalAuth"),
                child(json, "resource").map(TopicResourceJson::read).orElse(TopicResource.NONE),
                DomainNames.isDomain(text(json, "name")) ? AutoTopics.read(JsonFields.of(json, "")) : AutoTopics.UNSET,
                systemData(json));
    }

    /**
     * Reads what {@link #write(EventSubscription)} wrote.
     *
     * @throws IllegalArgumentException if it is not that, or of another version
     * @throws java.time.format.DateTimeParseException if a time in it is none
     */
    public EventSubscription readSubscription(String text) {
        JsonNode json = parse(text);
        return new EventSubscription(
                text(json, "topic"),
                text(json, "name"),
                whole(json, "generation"),
                destinations.read(json.path("destination")),
                DeliverySchema.parse(text(json, "deliverySchema"))
                        .orElseThrow(() -> unreadable(json, "deliverySchema")),
                child(json, "filter").map(DefinitionCodec::readFilter),
                child(json, "retryPolicy").map(DefinitionCodec::readRetryPolicy),
                optionalText(json, "profile"),
                child(json, "deadLetterDestination")
                        .map(container -> new DeadLetterDestination(
                                text(container, "resourceId"), text(container, "blobContainerName"))),
                readStrings(json.path("labels")),
                optionalText(json, "expirationTimeUtc").map(Instant::parse),
                optionalText(json, "persisted"),
                child(json, "validation").map(EndpointValidationJson::read).orElse(EndpointValidation.NOT_REQUIRED),
                child(json, "deliveryState").map(DeliveryState::read).orElse(DeliveryState.ACTIVE),
                systemData(json));
    }

    /** Absent in what was written before it was kept; an instance that does not know it loses it. */
    private static SystemData systemData(JsonNode json) {
        JsonNode own = json.path("systemData");
        return new SystemData(
                optionalText(own, "createdAt").map(Instant::parse),
                optionalText(own, "lastModifiedAt").map(Instant::parse));
    }

    private static ObjectNode filter(EventFilter filter) {
        ObjectNode json = object();
        json.set("includedEventTypes", strings(filter.includedEventTypes()));
        json.put("subjectBeginsWith", filter.subjectBeginsWith());
        json.put("subjectEndsWith", filter.subjectEndsWith());
        json.put("isSubjectCaseSensitive", filter.isSubjectCaseSensitive());
        if (!isPlain(filter)) {
            json.put("enableAdvancedFilteringOnArrays", filter.enableAdvancedFilteringOnArrays());
            json.set("advancedFilters", AdvancedFilterJson.write(filter.advancedFilters()));
        }
        return json;
    }

    /** An older instance must not deliver unsigned, unasked, unfiltered or what is held back. */
    private static int version(EventSubscription subscription) {
        if (subscription.deliveryState().kind() != DeliveryState.Kind.ACTIVE) {
            return HELD_BACK;
        }
        if (DestinationCodec.isQueue(subscription.destination())) {
            return WITH_QUEUE;
        }
        if (!subscription.filter().map(DefinitionCodec::isPlain).orElse(true)) {
            return WITH_ADVANCED_FILTERS;
        }
        EndpointValidation validation = subscription.validation();
        boolean isHeldBack =
                !validation.allowsDelivery() || validation.allowedRate().isPresent();
        return isHeldBack || !DestinationCodec.isPlain(subscription.destination()) ? WITH_TRUST : PLAIN;
    }

    /** An array flag alone filters nothing, but an older instance would lose it. */
    private static boolean isPlain(EventFilter filter) {
        return filter.advancedFilters().isEmpty() && !filter.enableAdvancedFilteringOnArrays();
    }

    private static EventFilter readFilter(JsonNode json) {
        return new EventFilter(
                readStrings(json.path("includedEventTypes")),
                text(json, "subjectBeginsWith"),
                text(json, "subjectEndsWith"),
                flag(json, "isSubjectCaseSensitive"),
                flag(json, "enableAdvancedFilteringOnArrays"),
                readAdvancedFilters(json.path("advancedFilters")));
    }

    private static List<AdvancedFilter> readAdvancedFilters(JsonNode json) {
        try {
            return AdvancedFilterJson.read(json, "stored advancedFilters");
        } catch (InvalidDefinitionException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static ObjectNode retryPolicy(RetrySettings retry) {
        ObjectNode json = object();
        retry.maxDeliveryAttempts().ifPresent(attempts -> json.put("maxDeliveryAttempts", attempts));
        retry.eventTimeToLiveInMinutes().ifPresent(minutes -> json.put("eventTimeToLiveInMinutes", minutes));
        retry.schedule()
                .ifPresent(schedule -> json.set(
                        "schedule",
                        strings(schedule.steps().stream()
                                .map(Duration::toString)
                                .toList())));
        json.put("namedExpiry", retry.namedExpiry());
        return json;
    }

    private static RetrySettings readRetryPolicy(JsonNode json) {
        return new RetrySettings(
                number(json, "maxDeliveryAttempts"),
                number(json, "eventTimeToLiveInMinutes"),
                child(json, "schedule")
                        .map(steps -> new RetrySchedule(
                                readStrings(steps).stream().map(Duration::parse).toList())),
                flag(json, "namedExpiry"));
    }

    private static ObjectNode json(DeadLetterDestination container) {
        ObjectNode json = object();
        json.put("resourceId", container.resourceId());
        json.put("blobContainerName", container.blobContainerName());
        return json;
    }

    private static JsonNode parse(String text) {
        JsonNode json;
        try {
            json = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("stored definition: not JSON (expected: what this codec wrote)", e);
        }
        int version = json.path("formatVersion").asInt(0);
        if (version < PLAIN || version > HELD_BACK) {
            throw new IllegalArgumentException(
                    "formatVersion: " + json.path("formatVersion") + " (expected: " + PLAIN + ".." + HELD_BACK + ")");
        }
        return json;
    }

    /** The version of what this codec wrote. */
    public static int formatVersion(String text) {
        return parse(text).path("formatVersion").intValue();
    }

    private static ObjectNode start(int version) {
        return object().put("formatVersion", version);
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ArrayNode strings(List<String> values) {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        values.forEach(json::add);
        return json;
    }

    private static List<String> readStrings(JsonNode json) {
        List<String> values = new ArrayList<>();
        json.forEach(value -> values.add(value.asText()));
        return values;
    }

    static Optional<JsonNode> child(JsonNode json, String field) {
        return Optional.ofNullable(json.get(field));
    }

    static String text(JsonNode json, String field) {
        return optionalText(json, field).orElseThrow(() -> unreadable(json, field));
    }

    private static Optional<String> optionalText(JsonNode json, String field) {
        return child(json, field).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }

    static long whole(JsonNode json, String field) {
        return child(json, field)
                .filter(JsonNode::canConvertToLong)
                .orElseThrow(() -> unreadable(json, field))
                .longValue();
    }

    static OptionalInt number(JsonNode json, String field) {
        return json.has(field) ? OptionalInt.of((int) whole(json, field)) : OptionalInt.empty();
    }

    static boolean flag(JsonNode json, String field) {
        return json.path(field).asBoolean(false);
    }

    /** Without the value, which may be a secret. */
    static IllegalArgumentException unreadable(JsonNode json, String field) {
        return new IllegalArgumentException("stored " + field + ": " + (json.has(field) ? "unreadable" : "missing")
                + " (expected: what this codec wrote)");
    }
}
