package io.gridhook.ctl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code POST /manage/redrives}. */
@Command(
        name = "start",
        description = "Sends dead letters of an event subscription again: all of the last 7 days, or those chosen.")
final class RedriveStartCommand extends Call {
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

    @Option(names = "--event-id", paramLabel = "<id>", description = "an event's id; may be given more than once")
    private List<String> eventIds = List.of();

    @Option(
            names = "--letter",
            paramLabel = "<blob>#<index>",
            description = "one dead letter, as list shows it; may be given more than once")
    private List<String> letters = List.of();

    @Option(names = "--filter", paramLabel = "<file>", description = "a file with a filter, as a subscription has one")
    private @Nullable Path filter;

    @Option(
            names = "--to-subscription",
            paramLabel = "<name>",
            description = "another event subscription of the topic to send to")
    private @Nullable String toSubscription;

    @Option(names = "--rate", paramLabel = "<n>", description = "events a second at most, 1 to 1000 (default: 100)")
    private @Nullable Integer rate;

    @Option(
            names = "--source",
            paramLabel = "<source>",
            description = "deadLetters, or delivered where replays are on (default: deadLetters)")
    private @Nullable String source;

    @Option(names = "--dry-run", description = "count what would be sent, and send nothing")
    private boolean dryRun;

    @Option(names = "--follow", description = "wait until it ends: 0 if it is Completed, else 4")
    private boolean follow;

    @Override
    ExitCode run(Server server) {
        if (dryRun) {
            Answer answer = count(server);
            print(answer, RedriveStartCommand::counts);
            DeadLettersCommand.noteSkipped(this, answer.json());
            if (!answer.json().path("isComplete").asBoolean(true)) {
                note("not all was read: there may be more");
            }
            return ExitCode.DONE;
        }
        // A count reads all dead letters once more: only for one who sees the bar.
        OptionalLong total =
                follow && world().isTerminal() ? total(count(server).json()) : OptionalLong.empty();
        Answer job = server.post(RedriveCommand.REDRIVES, body().toString());
        return follow ? new Follower(this, server, total).follow(job) : RedriveCommand.shown(this, job);
    }

    private Answer count(Server server) {
        return server.query(RedriveCommand.REDRIVES, body().put("dryRun", true).toString());
    }

    /** Nothing where not all was read. */
    private static OptionalLong total(JsonNode count) {
        return count.path("isComplete").asBoolean()
                ? OptionalLong.of(count.path("matched").asLong())
                : OptionalLong.empty();
    }

    private static String counts(JsonNode json) {
        return lines("matched", text(json, "matched"), "read", text(json, "read"));
    }

    private ObjectNode body() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("topic", topic).put("eventSubscription", subscription);
        put(body, "from", from);
        put(body, "to", to);
        put(body, "reason", reason);
        if (!eventIds.isEmpty()) {
            ArrayNode ids = body.putArray("eventIds");
            eventIds.forEach(ids::add);
        }
        if (!letters.isEmpty()) {
            ArrayNode chosen = body.putArray("letters");
            letters.forEach(each -> letter(chosen.addObject(), each));
        }
        if (filter != null) {
            body.set("filter", read(filter));
        }
        put(body, "toEventSubscription", toSubscription);
        put(body, "source", source);
        if (rate != null) {
            body.put("ratePerSecond", rate);
        }
        return body;
    }

    private static void put(ObjectNode body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    private static void letter(ObjectNode json, String text) {
        int hash = text.lastIndexOf('#');
        try {
            json.put("blob", text.substring(0, hash)).put("index", Integer.parseInt(text.substring(hash + 1)));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw CtlException.usage("--letter: " + text + " (expected: <blob>#<index>, such as mine/A/1.json#0)");
        }
    }

    private static JsonNode read(Path file) {
        try {
            return Answer.JSON.readTree(Files.readString(file));
        } catch (JsonProcessingException e) {
            throw CtlException.usage(
                    "--filter: " + file + " is no JSON (expected: {\"includedEventTypes\": …} or the like)");
        } catch (IOException e) {
            throw CtlException.usage("--filter: " + file + " cannot be read (expected: a file of JSON)");
        }
    }
}
