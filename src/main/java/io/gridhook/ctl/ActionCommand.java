package io.gridhook.ctl;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code POST …/pause} and its like. */
abstract class ActionCommand extends Call {
    @Parameters(index = "0", paramLabel = "<topic>", description = "the topic's name")
    private String topic = "";

    @Parameters(index = "1", paramLabel = "<subscription>", description = "the event subscription's name")
    private String subscription = "";

    private final String action;

    private ActionCommand(String action) {
        this.action = action;
    }

    @Override
    ExitCode run(Server server) {
        Answer answer = server.post(Query.subscription(topic, subscription) + "/" + action, "");
        print(
                answer,
                json -> lines(
                        topic + "/" + text(json, "name"),
                        json.path("properties").path("deliveryState").asText("Active")));
        return ExitCode.DONE;
    }

    @Command(name = "pause", description = "Holds the events of an event subscription back, without loss.")
    static final class Pause extends ActionCommand {
        Pause() {
            super("pause");
        }
    }

    @Command(name = "resume", description = "Lets go what a pause held back.")
    static final class Resume extends ActionCommand {
        Resume() {
            super("resume");
        }
    }

    @Command(name = "disable", description = "Leaves the endpoint of an event subscription alone.")
    static final class Disable extends ActionCommand {
        Disable() {
            super("disable");
        }
    }

    @Command(name = "enable", description = "Undoes disable, or what a 410 of the endpoint brought about.")
    static final class Enable extends ActionCommand {
        Enable() {
            super("enable");
        }
    }
}
