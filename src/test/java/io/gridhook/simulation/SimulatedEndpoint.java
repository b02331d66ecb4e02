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

/** A receiver that does as its script says, and remembers what came. */
final class SimulatedEndpoint {
    /**
     * One event of one POST.
     *
     * @param deliveryCount attempts before this one, as the header says
     * @param events in the POST
     * @param reaction what the endpoint does with it
     */
    record Received(String eventId, int deliveryCount, Instant at, int events, boolean accepted, Reaction reaction) {}

    /** What it does with a POST that arrives at some time. */
    @FunctionalInterface
    interface Script {
        Reaction to(Instant now, String eventId);

        /** To a batch; by its first event, where the script does not say otherwise. */
        default Reaction toAll(Instant now, List<String> eventIds) {
            return to(now, eventIds.get(0));
        }
    }

    /** What it does with a batch. */
    @FunctionalInterface
    interface BatchScript extends Script {
        @Override
        Reaction toAll(Instant now, List<String> eventIds);

        @Override
        default Reaction to(Instant now, String eventId) {
            return toAll(now, List.of(eventId));
        }
    }

    /**
     * An answer.
     *
     * @param takes how long it takes; longer than the response timeout is a timeout, whatever the status
     * @param status 0: the connection is refused; -1: the name does not resolve
     * @param retryAfter what it asks for
     */
    record Reaction(Duration takes, int status, Optional<Duration> retryAfter) {
        Reaction(Duration takes, int status) {
            this(takes, status, Optional.empty());
        }

        static Reaction status(int status) {
            return new Reaction(Duration.ofMillis(20), status);
        }

        static Reaction hangs() {
            return new Reaction(Duration.ofHours(1), 200);
        }

        static Reaction busy(int status, Duration retryAfter) {
            return new Reaction(Duration.ofMillis(20), status, Optional.of(retryAfter));
        }
    }

    private static final String ID = "\"id\":\"e";

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
        Reaction reaction = script.toAll(time.instant(), ids);
        boolean late = reaction.takes().compareTo(timeout) >= 0;
        boolean accepted = !late && reaction.status() >= 200 && reaction.status() <= 204;
        int count = deliveryCount(request);
        ids.forEach(id -> received.add(new Received(id, count, time.instant(), ids.size(), accepted, reaction)));
        return answer(reaction, timeout);
    }

    /** The same for events that are not remembered. */
    CompletableFuture<AttemptOutcome> postAny(Duration timeout) {
        return answer(script.to(time.instant(), ""), timeout);
    }

    private CompletableFuture<AttemptOutcome> answer(Reaction reaction, Duration timeout) {
        boolean late = reaction.takes().compareTo(timeout) >= 0;
        CompletableFuture<AttemptOutcome> answer = new CompletableFuture<>();
        time.after(late ? timeout : reaction.takes(), () -> answer.complete(late ? new TimedOut() : outcome(reaction)));
        return answer;
    }

    private static AttemptOutcome outcome(Reaction reaction) {
        return switch (reaction.status()) {
            case 0 -> new Unreachable(Unreachable.Cause.SOCKET, "refused");
            case -1 -> new Unreachable(Unreachable.Cause.RESOLUTION, "no such host");
            default -> new Responded(reaction.status(), reaction.retryAfter());
        };
    }

    private static int deliveryCount(WebhookRequest request) {
        return request.headers().stream()
                .filter(header -> header.name().equals("aeg-delivery-count"))
                .map(header -> Integer.parseInt(header.value()))
                .findFirst()
                .orElseThrow();
    }

    /** The ids of the events in a body: {@code e} and a number. */
    static List<String> ids(String body) {
        List<String> ids = new ArrayList<>();
        int at = body.indexOf(ID);
        while (at >= 0) {
            int from = at + ID.length() - 1;
            ids.add(body.substring(from, body.indexOf('"', from)));
            at = body.indexOf(ID, from);
        }
        return ids;
    }
}
