package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code /manage/redrives}. */
@Command(
        name = "redrive",
        description = "Sends dead letters again.",
        synopsisSubcommandLabel = "<command>",
        subcommands = {
            RedriveStartCommand.class,
            RedriveCommand.Listing.class,
            RedriveCommand.Show.class,
            RedriveCommand.Pause.class,
            RedriveCommand.Resume.class,
            RedriveCommand.Cancel.class
        })
final class RedriveCommand {
    static final String REDRIVES = "/manage/redrives";

    @Command(name = "list", description = "Lists the last 100 redrives, the newest first.")
    static final class Listing extends Call {
        @Override
        ExitCode run(Server server) {
            print(server.get(REDRIVES), Listing::table);
            return ExitCode.DONE;
        }

        private static String table(JsonNode json) {
            Table table = new Table("ID", "STATE", "TOPIC", "SUBSCRIPTION", "MATCHED", "SENT", "CREATED", "ENDED");
            for (JsonNode job : json.path("value")) {
                table.add(
                        text(job, "id"),
                        text(job, "state"),
                        text(job, "topic"),
                        text(job, "eventSubscription"),
                        text(job, "matched"),
                        text(job, "sent"),
                        text(job, "createdAt"),
                        text(job, "endedAt"));
            }
            return table.text();
        }
    }

    /** Of one redrive. */
    abstract static class One extends Call {
        @Parameters(paramLabel = "<id>", description = "the redrive's id, as start and list show it")
        private String id = "";

        String path() {
            return REDRIVES + "/" + Query.encoded(id);
        }
    }

    @Command(name = "show", description = "Shows a redrive.")
    static final class Show extends One {
        @Option(names = "--follow", description = "wait until it ends: 0 if it is Completed, else 4")
        private boolean follow;

        @Override
        ExitCode run(Server server) {
            Answer job = server.get(path());
            return follow ? new Follower(this, server, OptionalLong.empty()).follow(job) : shown(this, job);
        }
    }

    @Command(name = "pause", description = "Holds a redrive.")
    static final class Pause extends One {
        @Override
        ExitCode run(Server server) {
            return shown(this, server.post(path() + "/pause", ""));
        }
    }

    @Command(name = "resume", description = "Lets a redrive go on that was paused.")
    static final class Resume extends One {
        @Override
        ExitCode run(Server server) {
            return shown(this, server.post(path() + "/resume", ""));
        }
    }

    @Command(name = "cancel", description = "Ends a redrive; what was sent is sent.")
    static final class Cancel extends One {
        @Override
        ExitCode run(Server server) {
            return shown(this, server.post(path() + "/cancel", ""));
        }
    }

    static ExitCode shown(Call call, Answer job) {
        call.print(job, RedriveCommand::lines);
        DeadLettersCommand.noteSkipped(call, job.json());
        return ExitCode.DONE;
    }

    private static String lines(JsonNode job) {
        return Call.lines(
                "id", Call.text(job, "id"),
                "state", Call.text(job, "state"),
                "of", Call.text(job, "topic") + "/" + Call.text(job, "eventSubscription"),
                "to", Call.text(job, "toEventSubscription"),
                "read", Call.text(job, "read"),
                "matched", Call.text(job, "matched"),
                "sent", Call.text(job, "sent"),
                "created", Call.text(job, "createdAt"),
                "ended", Call.text(job, "endedAt"),
                "detail", Call.text(job, "detail"));
    }
}
