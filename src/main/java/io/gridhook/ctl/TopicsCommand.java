package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;

/** {@code GET /topics}. */
@Command(name = "topics", description = "Lists topics.")
final class TopicsCommand extends Call {
    @Override
    ExitCode run(Server server) {
        print(server.get("/topics"), TopicsCommand::table);
        return ExitCode.DONE;
    }

    private static String table(JsonNode topics) {
        Table table = new Table("NAME", "INPUT SCHEMA", "PROFILE", "ENDPOINT");
        for (JsonNode topic : topics) {
            table.add(
                    text(topic, "name"),
                    text(topic, "properties", "inputSchema"),
                    text(topic, "properties", "profile"),
                    text(topic, "properties", "endpoint"));
        }
        return table.text();
    }
}
