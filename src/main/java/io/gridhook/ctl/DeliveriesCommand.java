package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code GET /manage/deliveries}. */
@Command(name = "deliveries", description = "Searches the delivery log, the newest first.")
final class DeliveriesCommand extends Call {
    @Option(names = "--event-id", paramLabel = "<id>", description = "an event's id")
    private @Nullable String eventId;

    @Option(names = "--topic", paramLabel = "<topic>", description = "a topic's name")
    private @Nullable String topic;

    @Option(names = "--subscription", paramLabel = "<name>", description = "an event subscription's name")
    private @Nullable String subscription;

    @Option(
            names = "--outcome",
            paramLabel = "<outcome>",
            description = "such as Busy, Delivered, deadLettered, dropped, published")
    private @Nullable String outcome;

    @Option(names = "--from", paramLabel = "<time>", description = "the earliest time, such as 2026-11-20T09:30:00Z")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "<time>", description = "the latest time")
    private @Nullable String to;

    @Option(names = "--limit", paramLabel = "<n>", description = "rows at most (default: " + Page.LIMIT + ")")
    private int limit = Integer.parseInt(Page.LIMIT);

    @Override
    ExitCode run(Server server) {
        Query query = new Query("/manage/deliveries")
                .with("eventId", eventId)
                .with("topic", topic)
                .with("eventSubscription", subscription)
                .with("outcome", outcome)
                .with("from", from)
                .with("to", to);
        Page page = Page.read(server, query, limit);
        print(page, DeliveriesCommand::table);
        long unreadable = page.json().path("unreadableBatches").asLong();
        if (unreadable > 0) {
            note(unreadable + " batches of the log could not be read, and are left out");
        }
        return ExitCode.DONE;
    }

    private static String table(Page page) {
        Table table = new Table("TIME", "TOPIC", "SUBSCRIPTION", "EVENT", "ATTEMPT", "OUTCOME", "STATUS", "NEXT");
        for (JsonNode row : page.rows()) {
            table.add(
                    text(row, "time"),
                    text(row, "topic"),
                    text(row, "eventSubscription"),
                    text(row, "eventId"),
                    text(row, "attempt"),
                    text(row, "outcome"),
                    text(row, "httpStatus"),
                    next(row));
        }
        return table.text();
    }

    /** When it is tried again, or why it is not. */
    private static String next(JsonNode row) {
        return (text(row, "nextTime") + " " + text(row, "reason") + " " + text(row, "blob")).strip();
    }
}
