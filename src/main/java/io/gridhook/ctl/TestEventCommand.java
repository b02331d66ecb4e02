package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code POST …/sendTestEvent}. */
@Command(
        name = "test-event",
        description = "Sends the endpoint of an event subscription one event, and waits: 0 if it took it, else 1.")
final class TestEventCommand extends Call {
    @Parameters(index = "0", paramLabel = "<topic>", description = "the topic's name")
    private String topic = "";

    @Parameters(index = "1", paramLabel = "<subscription>", description = "the event subscription's name")
    private String subscription = "";

    @Override
    ExitCode run(Server server) {
        Answer answer = server.post(Query.subscription(topic, subscription) + "/sendTestEvent", "");
        print(answer, TestEventCommand::lines);
        return answer.json().path("delivered").asBoolean() ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private static String lines(JsonNode json) {
        return lines(
                "outcome", text(json, "outcome"),
                "status", text(json, "httpStatus"),
                "milliseconds", text(json, "durationInMilliseconds"),
                "detail", text(json, "detail"),
                "body", text(json, "responseBody"),
                "event", text(json, "eventId"));
    }
}
