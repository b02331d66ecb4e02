package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code GET /manage/events/{id}/why}. */
@Command(name = "why", description = "Tells for each event subscription what became of an event.")
final class WhyCommand extends Call {
    @Parameters(paramLabel = "<event id>", description = "the event's id")
    private String eventId = "";

    @Option(names = "--topic", paramLabel = "<topic>", description = "its topic; without, what the log knows it of")
    private @Nullable String topic;

    @Option(names = "--from", paramLabel = "<time>", description = "when it was published at the earliest")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "<time>", description = "the latest time that is looked at")
    private @Nullable String to;

    @Override
    ExitCode run(Server server) {
        Query query = new Query("/manage/events/" + Query.encoded(eventId) + "/why")
                .with("topic", topic)
                .with("from", from)
                .with("to", to);
        Answer answer = server.get(query.toString());
        print(answer, WhyCommand::table);
        JsonNode json = answer.json();
        if (json.has("hint")) {
            note(text(json, "hint"));
        }
        if (!json.path("isComplete").asBoolean(true)) {
            note("the log was read back to " + text(json, "searchedFrom") + " only, or not all of it can be read");
        }
        return ExitCode.DONE;
    }

    private static String table(JsonNode json) {
        Table table = new Table("TOPIC", "SUBSCRIPTION", "STATUS", "WHY");
        for (JsonNode one : json.path("value")) {
            table.add(text(one, "topic"), text(one, "eventSubscription"), text(one, "status"), text(one, "why"));
        }
        return table.text();
    }
}
