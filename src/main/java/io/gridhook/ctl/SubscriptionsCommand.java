package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code GET /topics/{topic}/eventSubscriptions}, of one topic or of each. */
@Command(name = "subscriptions", description = "Lists the event subscriptions of a topic, or of all.")
final class SubscriptionsCommand extends Call {
    @Parameters(paramLabel = "<topic>", arity = "0..1", description = "a topic's name (default: all topics)")
    private @Nullable String topic;

    @Override
    ExitCode run(Server server) {
        if (topic != null) {
            print(list(server, topic), SubscriptionsCommand::table);
            return ExitCode.DONE;
        }
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (JsonNode each : server.get("/topics").json()) {
            list(server, text(each, "name")).json().forEach(all::add);
        }
        print(new Answer(200, all.toString()), SubscriptionsCommand::table);
        return ExitCode.DONE;
    }

    private static Answer list(Server server, String topic) {
        return server.get("/topics/" + Query.encoded(topic) + "/eventSubscriptions");
    }

    private static String table(JsonNode subscriptions) {
        Table table = new Table("TOPIC", "NAME", "STATE", "PROVISIONING", "TYPE", "DESTINATION");
        for (JsonNode subscription : subscriptions) {
            JsonNode properties = subscription.path("properties");
            JsonNode destination = properties.path("destination");
            table.add(
                    text(properties, "topicName"),
                    text(subscription, "name"),
                    properties.path("deliveryState").asText("Active"),
                    text(properties, "provisioningState"),
                    text(destination, "endpointType"),
                    text(destination, "properties", "endpointBaseUrl") + text(destination, "properties", "queueName"));
        }
        return table.text();
    }
}
