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
 * subscription's {@code endpointUrl}) go through {@code seal} and {@code open}, so that they are stored encrypted.
 */
public final class DefinitionCodec {
    /** What is read by every instance there ever was. A reader refuses a version it does not know, as it could lose what is in it. */
    private static final int PLAIN = 1;
    /** With advanced filters: an older instance would deliver what they hold back. Only definitions that have some are of this version. */
    private static final int WITH_ADVANCED_FILTERS = 2;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final UnaryOperator<String> seal;
    private final UnaryOperator<String> open;

    /**
     * A codec for one encryption.
     *
     * @param seal makes a secret unreadable
     * @param open its inverse
     */
    public DefinitionCodec(UnaryOperator<String> seal, UnaryOperator<String> open) {
        this.seal = seal;
        this.open = open;
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
        return json.toString();
    }

    public String write(EventSubscription subscription) {
        boolean isPlain = subscription.filter().map(DefinitionCodec::isPlain).orElse(true);
        ObjectNode json = start(isPlain ? PLAIN : WITH_ADVANCED_FILTERS);
        json.put("topic", subscription.topic());
        json.put("name", subscription.name());
        json.put("generation", subscription.generation());
        json.set("destination", destination(subscription.destination()));
        json.put("deliverySchema", subscription.deliverySchema().wireName());
        subscription.filter().ifPresent(filter -> json.set("filter", filter(filter)));
        subscription.retryPolicy().ifPresent(retry -> json.set("retryPolicy", retryPolicy(retry)));
        subscription.profile().ifPresent(profile -> json.put("profile", profile));
        subscription.deadLetterDestination().ifPresent(container -> json.set("deadLetterDestination", json(container)));
        json.set("labels", strings(subscription.labels()));
        subscription.expirationTimeUtc().ifPresent(time -> json.put("expirationTimeUtc", time.toString()));
        subscription.persisted().ifPresent(persisted -> json.put("persisted", persisted));
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
                flag(json, "disableLocalAuth"));
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
                readDestination(json.path("destination")),
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
                optionalText(json, "persisted"));
    }

    private ObjectNode destination(WebhookDestination destination) {
        ObjectNode json = object();
        json.put("endpointType", destination.type().wireName());
        json.put("endpointUrl", seal.apply(destination.endpointUrl()));
        destination.maxEventsPerBatch().ifPresent(events -> json.put("maxEventsPerBatch", events));
        destination.preferredBatchSizeInKilobytes().ifPresent(size -> json.put("preferredBatchSizeInKilobytes", size));
        return json;
    }

    private WebhookDestination readDestination(JsonNode json) {
        return new WebhookDestination(
                WebhookDestination.Type.parse(text(json, "endpointType"))
                        .orElseThrow(() -> unreadable(json, "endpointType")),
                open.apply(text(json, "endpointUrl")),
                number(json, "maxEventsPerBatch"),
                number(json, "preferredBatchSizeInKilobytes"));
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
        if (version != PLAIN && version != WITH_ADVANCED_FILTERS) {
            throw new IllegalArgumentException("formatVersion: " + json.path("formatVersion") + " (expected: " + PLAIN
                    + " or " + WITH_ADVANCED_FILTERS + ")");
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

    private static ObjectNode object() {
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

    private static Optional<JsonNode> child(JsonNode json, String field) {
        return Optional.ofNullable(json.get(field));
    }

    private static String text(JsonNode json, String field) {
        return optionalText(json, field).orElseThrow(() -> unreadable(json, field));
    }

    private static Optional<String> optionalText(JsonNode json, String field) {
        return child(json, field).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }

    private static long whole(JsonNode json, String field) {
        return child(json, field)
                .filter(JsonNode::canConvertToLong)
                .orElseThrow(() -> unreadable(json, field))
                .longValue();
    }

    private static OptionalInt number(JsonNode json, String field) {
        return json.has(field) ? OptionalInt.of((int) whole(json, field)) : OptionalInt.empty();
    }

    private static boolean flag(JsonNode json, String field) {
        return json.path(field).asBoolean(false);
    }

    /** Without the value, which may be a secret. */
    private static IllegalArgumentException unreadable(JsonNode json, String field) {
        return new IllegalArgumentException("stored " + field + ": " + (json.has(field) ? "unreadable" : "missing")
                + " (expected: what this codec wrote)");
    }
}
