package io.gridhook.simulation;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.TimedOut;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.delivery.WebhookRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A receiver that does as its script says, and remembers what came. */
final class SimulatedEndpoint {
    /** One event of one POST. */
    record Received(String eventId, int deliveryCount, Instant at, boolean accepted) {}

    /** What it does with a POST that arrives at some time. */
    @FunctionalInterface
    interface Script {
        Reaction to(Instant now, String eventId);
    }

    /**
     * An answer.
     *
     * @param takes how long it takes; longer than the response timeout is a timeout, whatever the status
     * @param status 0: the connection is refused; -1: the name does not resolve
     */
    record Reaction(Duration takes, int status) {
        static Reaction status(int status) {
            return new Reaction(Duration.ofMillis(20), status);
        }

        static Reaction hangs() {
            return new Reaction(Duration.ofHours(1), 200);
        }
    }

    private static final Pattern ID = Pattern.compile("\"id\":\"(e[0-9]+)\"");

    private final VirtualTime time;
    private final List<Received> received = new ArrayList<>();
    private Script script;

    SimulatedEndpoint(VirtualTime time, Script script) {
        this.time = time;
        this.script = script;
    }

    void does(Script newScript) {
        script = newScript;
    }

    List<Received> received() {
        return received;
    }

    CompletableFuture<AttemptOutcome> post(WebhookRequest request, Duration timeout) {
        List<String> ids = ids(request.body().toString());
        Reaction reaction = script.to(time.instant(), ids.get(0));
        boolean late = reaction.takes().compareTo(timeout) >= 0;
        boolean accepted = !late && reaction.status() >= 200 && reaction.status() <= 204;
        ids.forEach(id -> received.add(new Received(id, deliveryCount(request), time.instant(), accepted)));
        CompletableFuture<AttemptOutcome> answer = new CompletableFuture<>();
        time.after(late ? timeout : reaction.takes(), () -> answer.complete(late ? new TimedOut() : outcome(reaction)));
        return answer;
    }

    private static AttemptOutcome outcome(Reaction reaction) {
        return switch (reaction.status()) {
            case 0 -> new Unreachable(Unreachable.Cause.SOCKET, "refused");
            case -1 -> new Unreachable(Unreachable.Cause.RESOLUTION, "no such host");
            default -> new Responded(reaction.status(), Optional.empty());
        };
    }

    private static int deliveryCount(WebhookRequest request) {
        return request.headers().stream()
                .filter(header -> header.name().equals("aeg-delivery-count"))
                .map(header -> Integer.parseInt(header.value()))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> ids(String body) {
        List<String> ids = new ArrayList<>();
        Matcher matcher = ID.matcher(body);
        while (matcher.find()) {
            ids.add(matcher.group(1));
        }
        return ids;
    }
}
