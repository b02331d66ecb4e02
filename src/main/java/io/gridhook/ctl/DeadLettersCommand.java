package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code GET /manage/deadletters}. */
@Command(
        name = "deadletters",
        description = "Lists and shows dead letters.",
        synopsisSubcommandLabel = "<command>",
        subcommands = {DeadLettersCommand.Listing.class, DeadLettersCommand.Show.class})
final class DeadLettersCommand {
    @Command(name = "list", description = "Lists the dead letters of an event subscription, of the last 7 days.")
    static final class Listing extends Call {
        @Parameters(index = "0", paramLabel = "<topic>", description = "the topic's name")
        private String topic = "";

        @Parameters(index = "1", paramLabel = "<subscription>", description = "the event subscription's name")
        private String subscription = "";

        @Option(names = "--from", paramLabel = "<time>", description = "the earliest time (default: 7 days ago)")
        private @Nullable String from;

        @Option(names = "--to", paramLabel = "<time>", description = "the latest time (default: now)")
        private @Nullable String to;

        @Option(names = "--reason", paramLabel = "<reason>", description = "a deadLetterReason")
        private @Nullable String reason;

        @Option(names = "--event-id", paramLabel = "<id>", description = "an event's id")
        private @Nullable String eventId;

        @Option(names = "--limit", paramLabel = "<n>", description = "rows at most (default: " + Page.LIMIT + ")")
        private int limit = Integer.parseInt(Page.LIMIT);

        @Override
        ExitCode run(Server server) {
            Query query = new Query("/manage/deadletters")
                    .with("topic", topic)
                    .with("eventSubscription", subscription)
                    .with("from", from)
                    .with("to", to)
                    .with("reason", reason)
                    .with("eventId", eventId);
            Page page = Page.read(server, query, limit);
            print(page, Listing::table);
            noteSkipped(this, page.json());
            return ExitCode.DONE;
        }

        private static String table(Page page) {
            Table table = new Table("PUBLISHED", "EVENT", "TYPE", "REASON", "ATTEMPTS", "OUTCOME", "BLOB", "INDEX");
            for (JsonNode row : page.rows()) {
                table.add(
                        text(row, "publishTime"),
                        text(row, "eventId"),
                        text(row, "eventType"),
                        text(row, "deadLetterReason"),
                        text(row, "deliveryAttempts"),
                        text(row, "lastDeliveryOutcome"),
                        text(row, "blob"),
                        text(row, "index"));
            }
            return table.text();
        }
    }

    @Command(name = "show", description = "Shows one dead letter with its event.")
    static final class Show extends Call {
        @Parameters(index = "0", paramLabel = "<topic>", description = "the topic's name")
        private String topic = "";

        @Parameters(index = "1", paramLabel = "<subscription>", description = "the event subscription's name")
        private String subscription = "";

        @Parameters(index = "2", paramLabel = "<blob>", description = "as list shows it")
        private String blob = "";

        @Parameters(
                index = "3",
                paramLabel = "<index>",
                arity = "0..1",
                description = "its place in the blob (default: 0)")
        private int index;

        @Override
        ExitCode run(Server server) {
            Query query = new Query("/manage/deadletters/letter")
                    .with("topic", topic)
                    .with("eventSubscription", subscription)
                    .with("blob", blob)
                    .with("index", index);
            print(server.get(query.toString()), Show::lines);
            return ExitCode.DONE;
        }

        private static String lines(JsonNode letter) {
            StringBuilder lines = new StringBuilder();
            letter.properties().stream()
                    .filter(each -> !each.getKey().equals("event"))
                    .forEach(each -> lines.append(lines(each.getKey(), text(letter, each.getKey()))));
            return lines + Shown.json(letter.path("event").toPrettyString()) + "\n";
        }
    }

    /** A blob that cannot be read is no dead letter that is not there. */
    static void noteSkipped(Call call, JsonNode json) {
        long skipped = json.path("skippedBlobs").asLong();
        if (skipped > 0) {
            call.note(skipped + " blobs could not be read, and are left out");
        }
    }
}
