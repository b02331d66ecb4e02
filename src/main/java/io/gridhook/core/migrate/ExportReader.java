package io.gridhook.core.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the definitions of an export, each for itself: what one cannot be made of is among its problems, and nothing is left out. Takes
 * what {@code az eventgrid event-subscription list} and {@code topic list} print (flattened), the same in ARM's shape or IoT Edge's
 * (behaviour §13, §14), arrays of arrays of them, ARM's {@code value}, and ARM templates, also those that Bicep is compiled to.
 */
public final class ExportReader {
    /** Ours: 100 topics (behaviour §16) with 500 subscriptions each would be more, but not in one call. */
    static final int DEFINITIONS_MAX = 5_000;

    private static final String PROVIDER = "microsoft.eventgrid/";
    private static final Set<String> TOPIC_TYPES = Set.of("topics", "domains", "domains/topics");
    private static final String SUBSCRIPTIONS = "eventsubscriptions";

    private final List<Exported> read = new ArrayList<>();

    private ExportReader() {}

    /**
     * The definitions, in their order.
     *
     * @throws InvalidDefinitionException if there are too many
     */
    public static List<Exported> read(ImportRequest request) {
        ExportReader reader = new ExportReader();
        reader.add(request.definitions(), "", request);
        return List.copyOf(reader.read);
    }

    private void add(JsonNode json, String place, ImportRequest request) {
        if (json.isArray()) {
            for (int i = 0; i < json.size(); i++) {
                add(json.get(i), place + "[" + i + "]", request);
            }
        } else if (isTemplate(json)) {
            String resources = place.isEmpty() ? "resources" : place + ".resources";
            TemplateReader.read(json, resources, TemplateScope.of(json, request.parameters()))
                    .forEach(this::keep);
        } else if (json.path("value").isArray()) {
            add(json.get("value"), place.isEmpty() ? "value" : place + ".value", request);
        } else if (json instanceof ObjectNode object) {
            keep(definition(object, place));
        } else {
            keep(other(place, "", ImportProblem.notSupported("", "not a JSON object (expected: a definition)")));
        }
    }

    private void keep(Exported exported) {
        if (read.size() >= DEFINITIONS_MAX) {
            throw new InvalidDefinitionException(
                    "definitions: too many (expected: at most " + DEFINITIONS_MAX + " in one call)");
        }
        read.add(exported);
    }

    /** Pages print templates cut down to their resources; a resource, which may have resources of its own, has a type. */
    private static boolean isTemplate(JsonNode json) {
        return json.path("resources").isContainerNode()
                && (json.has("$schema")
                        || json.has("contentVersion")
                        || json.has("languageVersion")
                        || !json.has("type"));
    }

    private static Exported definition(ObjectNode json, String place) {
        ObjectNode properties = ArmShape.properties(json);
        String type = json.path("type").asText();
        if (isSubscription(type, properties)) {
            return subscription(json, place, type, properties);
        }
        return isTopic(type, properties)
                ? topic(place, type, topicName(type, json), properties)
                : other(place, json.path("name").asText(), wrongType(type), type);
    }

    static boolean isSubscriptionType(String type) {
        return type.toLowerCase(Locale.ROOT).startsWith("microsoft.eventgrid/")
                && type.toLowerCase(Locale.ROOT).endsWith("/" + SUBSCRIPTIONS);
    }

    static boolean isTopicType(String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        return lower.startsWith(PROVIDER) && TOPIC_TYPES.contains(lower.substring(PROVIDER.length()));
    }

    /** A domain's topic is known by its id; its name is short there. */
    private static String topicName(String type, ObjectNode json) {
        String name = json.path("name").asText();
        return type.toLowerCase(Locale.ROOT).endsWith("domains/topics") && name.indexOf('/') < 0
                ? AzureId.topic(json.path("id").asText()).orElse(name)
                : name;
    }

    private static boolean isSubscription(String type, ObjectNode properties) {
        return isSubscriptionType(type)
                || (type.isEmpty()
                        && (properties.has("destination") || properties.has("deliveryWithResourceIdentity")));
    }

    private static boolean isTopic(String type, ObjectNode properties) {
        return isTopicType(type) || (type.isEmpty() && properties.has("inputSchema"));
    }

    private static Exported subscription(ObjectNode json, String place, String type, ObjectNode properties) {
        String scope = Optional.of(json.path("topic").asText())
                .filter(text -> !text.isEmpty())
                .or(() -> Optional.of(json.path("properties").path("topic").asText())
                        .filter(text -> !text.isEmpty()))
                .orElseGet(() -> AzureId.scope(json.path("id").asText()));
        String topicName = properties.path("topicName").asText();
        return subscription(
                place,
                type,
                topicName.isEmpty() ? scope : "microsoft.eventgrid/topics/" + topicName,
                json.path("name").asText(),
                properties);
    }

    /**
     * An event subscription.
     *
     * @param scope what it is on: an ARM id, or the end of one
     */
    static Exported subscription(String place, String type, String scope, String name, ObjectNode properties) {
        Optional<String> topic = AzureId.topic(scope);
        List<ImportProblem> problems = new ArrayList<>();
        if (topic.isEmpty()) {
            problems.add(AzureId.noTopic(scope));
        }
        if (name.isBlank()) {
            problems.add(ImportProblem.notSupported("name", "missing (expected: the subscription's name)"));
        }
        return new Exported(
                Exported.Kind.EVENT_SUBSCRIPTION,
                place,
                type,
                topic.orElse(""),
                name.strip(),
                properties,
                problems,
                List.of());
    }

    static Exported topic(String place, String type, String name, ObjectNode properties) {
        List<ImportProblem> problems = new ArrayList<>();
        if (properties.has("privateEndpointConnections")) {
            problems.add(ImportProblem.notSupported(
                    "privateEndpointConnections",
                    "given (expected: absent; the function app's private endpoints apply)"));
        }
        String own = type.isEmpty() ? "topics" : type.toLowerCase(Locale.ROOT).substring(PROVIDER.length());
        String topic = own.equals("domains") ? DomainNames.domain(name.strip()) : name.strip();
        if (!DomainNames.type(topic).equals(own)) {
            problems.add(ImportProblem.notSupported(
                    "name",
                    Excerpt.of(topic) + " (expected: the name of one of " + own
                            + ", a domain's topic behind its domain)"));
        }
        return new Exported(Exported.Kind.TOPIC, place, type, topic, topic, properties, problems, List.of());
    }

    static Exported other(String place, String name, ImportProblem problem) {
        return other(place, name, problem, "");
    }

    static Exported other(String place, String name, ImportProblem problem, String type) {
        return new Exported(
                Exported.Kind.OTHER,
                place,
                type,
                "",
                name,
                JsonNodeFactory.instance.objectNode(),
                List.of(problem),
                List.of());
    }

    static ImportProblem wrongType(String type) {
        return ImportProblem.notSupported(
                "type",
                (type.isEmpty() ? "missing" : Excerpt.of(type))
                        + " (expected: Microsoft.EventGrid/topics, domains and domains/topics, or event subscriptions"
                        + " of them)");
    }
}
