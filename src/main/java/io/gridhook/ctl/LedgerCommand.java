package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;

/** {@code GET /manage/ledger}. */
@Command(name = "ledger", description = "Tells how many events were accepted, delivered, dead-lettered and dropped.")
final class LedgerCommand extends Call {
    @Override
    ExitCode run(Server server) {
        print(server.get("/manage/ledger"), LedgerCommand::table);
        return ExitCode.DONE;
    }

    private static String table(JsonNode json) {
        Table table = new Table("TOPIC", "SUBSCRIPTION", "ACCEPTED", "DELIVERED", "DEAD-LETTERED", "DROPPED", "OPEN");
        json.path("value").forEach(one -> add(table, text(one, "topic"), text(one, "eventSubscription"), one));
        add(table, "all", "", json.path("total"));
        String unaccounted = text(json, "unaccounted");
        return table.text()
                + lines("unaccounted", unaccounted.isEmpty() ? "unknown while deliveries wait" : unaccounted);
    }

    private static void add(Table table, String topic, String subscription, JsonNode counts) {
        long dropped = 0;
        for (JsonNode each : counts.path("dropped")) {
            dropped += each.asLong();
        }
        table.add(
                topic,
                subscription,
                text(counts, "accepted"),
                text(counts, "delivered"),
                text(counts, "deadLettered"),
                String.valueOf(dropped),
                text(counts, "open"));
    }
}
