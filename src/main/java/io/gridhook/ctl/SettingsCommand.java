package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;

/** {@code GET /manage/settings}. */
@Command(name = "settings", description = "Lists the settings in force; of secrets, whether they are set.")
final class SettingsCommand extends Call {
    @Override
    ExitCode run(Server server) {
        print(server.get("/manage/settings"), SettingsCommand::table);
        return ExitCode.DONE;
    }

    private static String table(JsonNode json) {
        Table table = new Table("NAME", "VALUE", "SET");
        for (JsonNode one : json.path("value")) {
            boolean isDefault = one.path("isDefault").asBoolean();
            table.add(text(one, "name"), text(one, "value"), isDefault ? "" : "yes");
        }
        return table.text();
    }
}
