package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Definitions as ARM answers them (behaviour §13.2, §13.3). What the author gave comes back; what was left out is left out, as in
 * {@link EdgeDefinitions}. Shows no secret.
 */
public final class ArmDefinitions {
    private static final String TYPE = "Microsoft.EventGrid/";
    private static final String PROPERTIES = "properties";
    /** Behaviour §13.3: what a PATCH of an event subscription may have. */
    private static final Set<String> PATCHED = Set.of(
            "destination",
            "deliveryWithResourceIdentity",
            "filter",
            "labels",
            "expirationTimeUtc",
            "eventDeliverySchema",
            "retryPolicy",
            "deadLetterDestination",
            "deadLetterWithResourceIdentity");
    /** Which of two names a PATCH replaces when it gives the other. */
    private static final Map<String, String> ONE_OF_TWO = Map.of(
            "deadLetterDestination", "deadLetterWithResourceIdentity",
            "deadLetterWithResourceIdentity", "deadLetterDestination",
            "destination", "deliveryWithResourceIdentity",
            "deliveryWithResourceIdentity", "destination");

    private static final Set<String> TOPIC_PATCHED = Set.of("tags", "identity", "sku", PROPERTIES);
    private static final Set<String> TOPIC_PROPERTIES_PATCHED = Set.of(
            "publicNetworkAccess",
            "inboundIpRules",
            "disableLocalAuth",
            "dataResidencyBoundary",
            "minimumTlsVersionAllowed");
    private static final Set<String> DOMAIN_PROPERTIES_PATCHED = Set.of(
            "publicNetworkAccess",
            "inboundIpRules",
            "disableLocalAuth",
            "dataResidencyBoundary",
            "minimumTlsVersionAllowed",
            "autoCreateTopicWithFirstSubscription",
            "autoDeleteTopicWithLastSubscription");

    private final TopicIds ids;
    private final EdgeDefinitions edge;

    public ArmDefinitions(TopicIds ids) {
        this.ids = ids;
        this.edge = new EdgeDefinitions(ids);
    }

    /**
     * One topic, domain, or topic of a domain, which has no properties of its own.
     *
     * @param baseUrl scheme and authority under which this app was called
     */
    public ObjectNode topic(Topic topic, String baseUrl) {
        String name = topic.name();
        ObjectNode json =
                DomainNames.isDomainTopic(name) ? JsonNodeFactory.instance.objectNode() : edge.topic(topic, baseUrl);
        json.put("id", ids.armId(name));
        json.put("name", DomainNames.own(name));
        json.put("type", TYPE + DomainNames.type(name));
        topic.systemData().write(json);
        ObjectNode properties = json.withObjectProperty(PROPERTIES);
        properties.put("provisioningState", "Succeeded");
        if (DomainNames.isDomainTopic(name)) {
            return json;
        }
        topic.resource().write(json);
        properties.put("endpoint", baseUrl + "/" + DomainNames.path(name) + "/api/events");
        if (DomainNames.isDomain(name)) {
            topic.autoTopics().write(properties);
        }
        properties.put("publicNetworkAccess", "Enabled");
        properties.put("disableLocalAuth", topic.disableLocalAuth());
        topic.resource().dataResidencyBoundary().ifPresent(text -> properties.put("dataResidencyBoundary", text));
        return json;
    }

    /**
     * One event subscription; {@code endpointUrl} is left out, and {@code endpointBaseUrl} is the URL without its query string.
     *
     * @param isNested whether it is shown as a part of its topic
     */
    public ObjectNode subscription(EventSubscription subscription, boolean isNested) {
        ObjectNode json = edge.subscription(subscription);
        String topicId = ids.armId(subscription.topic());
        String between = isNested ? "/eventSubscriptions/" : "/providers/Microsoft.EventGrid/eventSubscriptions/";
        json.put("id", topicId + between + subscription.name());
        json.put("type", TYPE + (isNested ? DomainNames.type(subscription.topic()) + "/" : "") + "eventSubscriptions");
        subscription.systemData().write(json);
        ObjectNode properties = json.withObjectProperty(PROPERTIES);
        properties.remove("topicName");
        properties.remove("persistencePolicy");
        properties.put("topic", topicId.replace("/Microsoft.EventGrid/", "/microsoft.eventgrid/"));
        properties.put("provisioningState", state(subscription));
        if (subscription.deliveryState().changedAt().isPresent()) {
            subscription.deliveryState().show(properties);
        }
        properties.put("eventDeliverySchema", subscription.deliverySchema().wireName());
        properties
                .withObjectProperty("destination")
                .withObjectProperty(PROPERTIES)
                .remove("endpointUrl");
        if (properties.get("retryPolicy") instanceof ObjectNode retry && retry.has("eventExpiryInMinutes")) {
            retry.set("eventTimeToLiveInMinutes", retry.remove("eventExpiryInMinutes"));
        }
        return json;
    }

    /** Its {@code provisioningState}. */
    public static String state(EventSubscription subscription) {
        return subscription.validation().state().wireName();
    }

    /** The whole URL, secrets included. */
    public ObjectNode fullUrl(EventSubscription subscription) {
        return edge.fullUrl(subscription);
    }

    /** The headers, secret values and all. */
    public ObjectNode deliveryAttributes(EventSubscription subscription) {
        return edge.deliveryAttributes(subscription);
    }

    /**
     * The body of a PUT that makes of {@code stored} what a PATCH asks for: each property that it names is replaced whole, {@code null}
     * takes it away.
     *
     * @throws InvalidDefinitionException if the PATCH is not valid
     */
    public JsonNode patched(EventSubscription stored, JsonNode patch) {
        ObjectNode json = edge.subscription(stored);
        ObjectNode properties = json.withObjectProperty(PROPERTIES);
        if (stored.destination().queue().isEmpty()) {
            properties
                    .withObjectProperty("destination")
                    .withObjectProperty(PROPERTIES)
                    .put("endpointUrl", stored.destination().endpointUrl());
        }
        merge(properties, patch, PATCHED, "");
        return json;
    }

    /**
     * The same for a topic or a domain: {@code tags}, {@code identity} and some {@code properties}.
     *
     * @throws InvalidDefinitionException if the PATCH is not valid
     */
    public JsonNode patched(Topic stored, JsonNode patch) {
        ObjectNode json = topic(stored, "https://unused");
        JsonNode properties = json.remove(PROPERTIES);
        merge(json, patch, TOPIC_PATCHED, "");
        JsonNode given = json.path(PROPERTIES);
        if (given.isObject()) {
            boolean isDomain = DomainNames.isDomain(stored.name());
            Set<String> patched = isDomain ? DOMAIN_PROPERTIES_PATCHED : TOPIC_PROPERTIES_PATCHED;
            merge((ObjectNode) properties, given, patched, "properties.");
        } else if (!given.isMissingNode() && !given.isNull()) {
            throw JsonFields.wrong(PROPERTIES, given, "a JSON object");
        }
        json.set(PROPERTIES, properties);
        return json;
    }

    private static void merge(ObjectNode json, JsonNode patch, Set<String> allowed, String path) {
        if (!patch.isObject()) {
            throw JsonFields.wrong("body", patch, "a JSON object");
        }
        for (Map.Entry<String, JsonNode> given : patch.properties()) {
            String name = allowed.stream()
                    .filter(known -> lower(known).equals(lower(given.getKey())))
                    .findFirst()
                    .orElseThrow(() -> JsonFields.wrong(
                            path + "PATCH",
                            given.getKey(),
                            "of " + allowed.stream().sorted().toList()));
            String other = ONE_OF_TWO.getOrDefault(name, "");
            if (!patch.has(other)) {
                json.remove(other);
            }
            json.set(name, given.getValue().isNull() ? JsonNodeFactory.instance.nullNode() : given.getValue());
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
