package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;

/** {@code GET /manage/overview}. */
@Command(
        name = "overview",
        description = "Shows all event subscriptions with their endpoints' health and their counts.")
final class OverviewCommand extends Call {
    @Override
    ExitCode run(Server server) {
        Answer answer = server.get("/manage/overview");
        print(answer, OverviewCommand::table);
        if (!answer.json().path("isComplete").asBoolean(true)) {
            note("there is more than an overview holds");
        }
        return ExitCode.DONE;
    }

    private static String table(JsonNode json) {
        Table table = new Table(
                "TOPIC", "SUBSCRIPTION", "DESTINATION", "STATE", "HEALTH", "DELIVERED", "DEAD-LETTERED", "OPEN");
        for (JsonNode topic : json.path("topics")) {
            for (JsonNode one : topic.path("eventSubscriptions")) {
                table.add(
                        text(topic, "name"),
                        text(one, "name"),
                        text(one, "destination"),
                        text(one, "deliveryState"),
                        health(one.path("health")),
                        text(one, "ledger", "delivered"),
                        text(one, "ledger", "deadLettered"),
                        text(one, "ledger", "open"));
            }
        }
        return table.text();
    }

    private static String health(JsonNode health) {
        String until = text(health, "until");
        return (text(health, "state") + " " + text(health, "cause") + (until.isEmpty() ? "" : " until " + until))
                .strip();
    }
}
