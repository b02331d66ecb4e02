package io.gridhook.app;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.migrate.Exported;
import io.gridhook.core.topic.DomainNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The topics and domains that subscriptions of an export are on and that it does not hold, as a list of event subscriptions holds none. What such a
 * topic takes is told by what its subscriptions deliver (behaviour §11: custom input alone is delivered as such, CloudEvents input as
 * nothing but CloudEvents); where both would do, CloudEvents.
 */
final class DeducedTopics {
    private static final List<String> INPUT = List.of("CustomEventSchema", "EventGridSchema", "CloudEventSchemaV1_0");

    private DeducedTopics() {}

    /**
     * Their definitions.
     *
     * @param given keys of the topics that the export holds
     */
    static List<Exported> of(List<Exported> subscriptions, Set<String> given) {
        Map<String, Exported> topics = new LinkedHashMap<>();
        for (Exported subscription : subscriptions) {
            String key = DomainNames.owner(subscription.topic()).toLowerCase(Locale.ROOT);
            if (!key.isEmpty() && !given.contains(key)) {
                topics.merge(key, topic(subscription), DeducedTopics::narrower);
            }
        }
        return List.copyOf(topics.values());
    }

    private static Exported topic(Exported subscription) {
        String delivered = subscription.properties().path("eventDeliverySchema").asText();
        String input =
                switch (delivered.strip().toLowerCase(Locale.ROOT)) {
                    case "cloudeventschemav1_0" -> "CloudEventSchemaV1_0";
                    case "custominputschema", "customeventschema" -> "CustomEventSchema";
                    default -> "EventGridSchema";
                };
        ObjectNode properties = JsonNodeFactory.instance.objectNode().put("inputSchema", input);
        String name = DomainNames.owner(subscription.topic());
        return new Exported(
                Exported.Kind.TOPIC,
                "",
                "Microsoft.EventGrid/" + DomainNames.type(name),
                name,
                name,
                properties,
                List.of(),
                List.of("inputSchema: " + input + ", as its subscriptions' eventDeliverySchema lets it be; the export"
                        + " does not hold the topic (az eventgrid topic list does)"));
    }

    private static Exported narrower(Exported one, Exported other) {
        return INPUT.indexOf(input(one)) <= INPUT.indexOf(input(other)) ? one : other;
    }

    private static String input(Exported topic) {
        return topic.properties().path("inputSchema").asText();
    }
}
