package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.filter.EventFilter;
import java.time.Duration;
import java.util.List;

/**
 * Definitions as IoT Edge's management API answers them (behaviour §14): what the author gave comes back, the rest is left out, but for
 * {@code eventDeliverySchema}, which is always filled. So {@code retryPolicy} and the batch settings show no defaults: what is left out
 * is the profile's value (the subscription's {@code profile}, else its topic's, else the app's), and changes with it. A {@code filter}
 * comes back whole, its three scalar clauses filled. Never shows a topic's keys, the value of a secret
 * header, or what is signed with.
 */
public final class EdgeDefinitions {
    private static final String API_VERSION = "2019-01-01-preview";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final TopicIds ids;

    public EdgeDefinitions(TopicIds ids) {
        this.ids = ids;
    }

    /**
     * One topic.
     *
     * @param baseUrl scheme and authority under which this app was called
     */
    public ObjectNode topic(Topic topic, String baseUrl) {
        ObjectNode json = JSON.objectNode();
        json.put("id", ids.edgeId(topic.name()));
        json.put("name", topic.name());
        json.put("type", "Microsoft.EventGrid/topics");
        ObjectNode properties = json.putObject("properties");
        properties.put("endpoint", baseUrl + "/topics/" + topic.name() + "/events?api-version=" + API_VERSION);
        properties.put("inputSchema", topic.inputSchema().wireName());
        if (!topic.inputSchemaMapping().equals(InputSchemaMapping.NONE)) {
            ObjectNode mapping = properties.putObject("inputSchemaMapping");
            mapping.put("inputSchemaMappingType", "Json");
            mapping.set("properties", InputSchemaMappingJson.write(topic.inputSchemaMapping()));
        }
        topic.profile().ifPresent(profile -> properties.put("profile", profile));
        if (topic.disableLocalAuth()) {
            properties.put("disableLocalAuth", true);
        }
        return json;
    }

    public ArrayNode topics(List<Topic> topics, String baseUrl) {
        ArrayNode json = JSON.arrayNode();
        topics.forEach(topic -> json.add(topic(topic, baseUrl)));
        return json;
    }

    /**
     * One subscription. IoT Edge shows the full {@code endpointUrl}; a query string may hold a secret, so here, as in the cloud (§13.3),
     * a URL that has one is shown as its {@code endpointBaseUrl} alone, and {@link #fullUrl} tells the rest.
     * {@code provisioningState} is there where a handshake was made, which IoT Edge never does, and {@code deliveryState} where events are
     * held back.
     */
    public ObjectNode subscription(EventSubscription subscription) {
        ObjectNode json = JSON.objectNode();
        json.put("id", ids.edgeId(subscription.topic()) + "/eventSubscriptions/" + subscription.name());
        json.put("name", subscription.name());
        json.put("type", "Microsoft.EventGrid/eventSubscriptions");
        ObjectNode properties = json.putObject("properties");
        properties.put("topicName", DomainNames.own(subscription.topic()));
        EndpointValidation.State validation = subscription.validation().state();
        if (validation != EndpointValidation.State.NOT_REQUIRED) {
            properties.put("provisioningState", validation.wireName());
        }
        if (subscription.deliveryState().kind() != DeliveryState.Kind.ACTIVE) {
            subscription.deliveryState().show(properties);
        }
        properties.put("eventDeliverySchema", edgeName(subscription.deliverySchema()));
        subscription.profile().ifPresent(profile -> properties.put("profile", profile));
        subscription.retryPolicy().ifPresent(retry -> properties.set("retryPolicy", retryPolicy(retry)));
        subscription.persisted().ifPresent(persisted -> properties
                .putObject("persistencePolicy")
                .put("isPersisted", persisted));
        properties.set("destination", destination(subscription.destination()));
        subscription.filter().ifPresent(filter -> properties.set("filter", filter(filter)));
        subscription
                .deadLetterDestination()
                .ifPresent(container -> properties.set("deadLetterDestination", deadLetterDestination(container)));
        if (!subscription.labels().isEmpty()) {
            properties.set("labels", strings(subscription.labels()));
        }
        subscription.expirationTimeUtc().ifPresent(time -> properties.put("expirationTimeUtc", time.toString()));
        return json;
    }

    /** The whole URL, secrets included (behaviour §13.1, {@code getFullUrl}). */
    public ObjectNode fullUrl(EventSubscription subscription) {
        return JSON.objectNode().put("endpointUrl", subscription.destination().endpointUrl());
    }

    public ArrayNode subscriptions(List<EventSubscription> subscriptions) {
        ArrayNode json = JSON.arrayNode();
        subscriptions.forEach(subscription -> json.add(subscription(subscription)));
        return json;
    }

    private static String edgeName(DeliverySchema schema) {
        return schema == DeliverySchema.CUSTOM_INPUT ? "CustomEventSchema" : schema.wireName();
    }

    private static ObjectNode retryPolicy(RetrySettings retry) {
        ObjectNode json = JSON.objectNode();
        retry.eventTimeToLiveInMinutes().ifPresent(minutes -> json.put(retry.timeToLiveName(), minutes));
        retry.maxDeliveryAttempts().ifPresent(attempts -> json.put("maxDeliveryAttempts", attempts));
        retry.schedule()
                .ifPresent(schedule -> json.set(
                        "schedule",
                        strings(schedule.steps().stream()
                                .map(Duration::toString)
                                .toList())));
        return json;
    }

    private static ObjectNode destination(WebhookDestination destination) {
        ObjectNode json =
                JSON.objectNode().put("endpointType", destination.type().wireName());
        ObjectNode properties = json.putObject("properties");
        if (destination.queue().isPresent()) {
            StorageQueue queue = destination.queue().get();
            properties.put("resourceId", queue.resourceId()).put("queueName", queue.queueName());
            queue.messageTimeToLiveInSeconds()
                    .ifPresent(seconds -> properties.put("queueMessageTimeToLiveInSeconds", seconds));
            return json;
        }
        if (destination.endpointUrl().equals(destination.endpointBaseUrl())) {
            properties.put("endpointUrl", destination.endpointUrl());
        }
        properties.put("endpointBaseUrl", destination.endpointBaseUrl());
        destination.maxEventsPerBatch().ifPresent(events -> properties.put("maxEventsPerBatch", events));
        destination
                .preferredBatchSizeInKilobytes()
                .ifPresent(size -> properties.put("preferredBatchSizeInKilobytes", size));
        if (!destination.deliveryAttributes().isEmpty()) {
            properties.set("deliveryAttributeMappings", deliveryAttributes(destination, false));
        }
        destination.entra().ifPresent(entra -> properties
                .put("azureActiveDirectoryTenantId", entra.tenantId())
                .put("azureActiveDirectoryApplicationIdOrUri", entra.applicationIdOrUri()));
        destination
                .signing()
                .ifPresent(secrets -> properties.putObject("signing").put("scheme", SigningReader.SCHEME));
        return json;
    }

    /** The answer of {@code getDeliveryAttributes} (behaviour §12, §13.1): the headers, secret values and all. */
    public ObjectNode deliveryAttributes(EventSubscription subscription) {
        ObjectNode json = JSON.objectNode();
        json.set("value", deliveryAttributes(subscription.destination(), true));
        return json;
    }

    private static ArrayNode deliveryAttributes(WebhookDestination destination, boolean isOpen) {
        ArrayNode json = JSON.arrayNode();
        destination.deliveryAttributes().forEach(attribute -> json.add(deliveryAttribute(attribute, isOpen)));
        return json;
    }

    private static ObjectNode deliveryAttribute(DeliveryAttribute attribute, boolean isOpen) {
        ObjectNode json = JSON.objectNode().put("name", attribute.name());
        if (attribute instanceof DeliveryAttribute.Fixed fixed) {
            ObjectNode properties = json.put("type", "Static").putObject("properties");
            if (isOpen || !fixed.isSecret()) {
                properties.put("value", fixed.value());
            }
            properties.put("isSecret", fixed.isSecret());
        } else if (attribute instanceof DeliveryAttribute.Dynamic dynamic) {
            json.put("type", "Dynamic")
                    .putObject("properties")
                    .put("sourceField", dynamic.sourceField().toString());
        }
        return json;
    }

    /** The answer of {@code listSigningSecrets} and {@code rotateSigningSecret}, which are ours. */
    public ObjectNode signingSecrets(SigningSecrets secrets) {
        ObjectNode json = JSON.objectNode().put("secret", secrets.current().text());
        secrets.previous()
                .ifPresent(before -> json.put("previousSecret", before.secret().text())
                        .put("previousSecretExpires", before.expires().toString()));
        return json;
    }

    private static ObjectNode filter(EventFilter filter) {
        ObjectNode json = JSON.objectNode();
        json.put("subjectBeginsWith", filter.subjectBeginsWith());
        json.put("subjectEndsWith", filter.subjectEndsWith());
        json.put("isSubjectCaseSensitive", filter.isSubjectCaseSensitive());
        if (!filter.includedEventTypes().isEmpty()) {
            json.set("includedEventTypes", strings(filter.includedEventTypes()));
        }
        if (filter.enableAdvancedFilteringOnArrays()) {
            json.put("enableAdvancedFilteringOnArrays", true);
        }
        if (!filter.advancedFilters().isEmpty()) {
            json.set("advancedFilters", AdvancedFilterJson.write(filter.advancedFilters()));
        }
        return json;
    }

    private static ObjectNode deadLetterDestination(DeadLetterDestination container) {
        ObjectNode json = JSON.objectNode().put("endpointType", "StorageBlob");
        json.putObject("properties")
                .put("resourceId", container.resourceId())
                .put("blobContainerName", container.blobContainerName());
        return json;
    }

    private static ArrayNode strings(List<String> values) {
        ArrayNode json = JSON.arrayNode();
        values.forEach(json::add);
        return json;
    }
}
