package io.gridhook.app;

import io.gridhook.app.Attempt.Ending;
import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.EntraApplication;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Has a {@link Dispatch} of its own decide on inputs that were logged ({@link InputLog}), and checks its invariants after each. A log may
 * begin in the middle: what names a message or an attempt from before is passed over, and counted.
 */
public final class Replay {
    /** Inputs in a log of the app have this form, whatever stands before them. */
    private static final Pattern LINE = Pattern.compile("(\\d{19}) ([a-zA-Z]+( .*)?)$");

    private static final Ending FAULT = new Ending(Optional.empty(), new IllegalStateException("as logged"));

    private final Dispatch dispatch;
    private final Map<String, DeliveryRound> rounds = new HashMap<>();
    private final Map<String, Attempt> attempts = new HashMap<>();
    private final Map<String, Timer> timers = new HashMap<>();
    private int passedOver;

    /** Of an instance with these limits, whose invocations wait so long. */
    public Replay(Permits.Limits limits, Duration budget) {
        this.dispatch = new Dispatch(limits, budget);
    }

    /** How many inputs named something that is not in the log. */
    public int passedOver() {
        return passedOver;
    }

    /** The commands that follow one line; none where it is not an input. */
    public List<String> on(String line) {
        var found = LINE.matcher(line.strip());
        if (!found.find()) {
            return List.of();
        }
        Optional<Input> input = read(found.group(2));
        if (input.isEmpty()) {
            passedOver++;
            return List.of();
        }
        long nanos = Long.parseLong(found.group(1));
        List<Command> commands = dispatch.on(input.get(), at(nanos));
        dispatch.isSound();
        if (input.get() instanceof Input.Answered answered) {
            answered.halves().keySet().forEach(whole -> know(whole.round()));
        }
        for (Command command : commands) {
            if (command instanceof Command.Start start) {
                timers.put(start.timer().id(), start.timer());
            }
        }
        return commands.stream().map(Command::text).toList();
    }

    private static Instant at(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }

    private Optional<Input> read(String text) {
        List<String> parts = List.of(text.split(" \\| ", -1));
        String[] words = parts.get(0).split(" ", -1);
        return switch (words[0]) {
            case "received" -> Optional.of(received(words, parts.subList(1, parts.size())));
            case "admitted" -> attempt(words[1]).map(attempt -> new Input.Admitted(attempt, admitted(words[2])));
            case "refused" ->
                attempt(words[1])
                        .map(attempt -> new Input.Refused(
                                attempt, new Admission.Refused(Instant.EPOCH, DeliveryOutcome.PROBATION)));
            case "notAsked" ->
                attempt(words[1]).map(attempt -> new Input.NotAsked(attempt, new IllegalStateException("as logged")));
            case "answered" ->
                attempt(words[1])
                        .filter(Attempt::isSent)
                        .map(attempt -> new Input.Answered(
                                attempt.post(), ending(words), halves(parts.subList(1, parts.size()))));
            case "fired" ->
                Optional.ofNullable(timers.get(words[1] + " " + words[2])).map(Input.TimerFired::new);
            case "token" ->
                round(words[1])
                        .map(round -> new Input.TokenKnown(
                                round,
                                application(words[2]),
                                words[3].equals("known") ? Optional.of("token") : Optional.empty(),
                                words[3].equals("known")
                                        ? Optional.empty()
                                        : Optional.of(new Admission.Refused(
                                                Instant.EPOCH, DeliveryOutcome.TOKEN_UNAVAILABLE))));
            case "handedOff" -> round(words[1]).flatMap(round -> handedOff(round, words));
            case "kept" -> round(words[1]).map(Input.Kept::new);
            case "handoffSettled" -> round(words[1]).map(Input.HandoffSettled::new);
            case "settled" ->
                round(words[1])
                        .map(round -> new Input.Settled(
                                round, words[2].equals("done") ? null : new IllegalStateException("as logged")));
            case "rampUp" -> Optional.of(new Input.RampUp(words[1]));
            case "stop" -> Optional.of(new Input.Stop());
            case "giveUp" -> Optional.of(new Input.GiveUp());
            default -> Optional.empty();
        };
    }

    private Optional<DeliveryRound> round(String id) {
        return Optional.ofNullable(rounds.get(id));
    }

    private Optional<Attempt> attempt(String id) {
        return Optional.ofNullable(attempts.get(id));
    }

    private Input received(String[] words, List<String> facts) {
        DeliveryRound round = new DeliveryRound(words[1], words[2], Optional.empty(), List.of());
        rounds.put(round.id(), round);
        facts.forEach(each -> round.add(facts(each.split(" ", -1), 0), Optional.empty()));
        know(round);
        return new Input.Received(round, Integer.parseInt(words[3]));
    }

    /** Its attempts by their ids, those that were added meanwhile too. */
    private void know(DeliveryRound round) {
        for (Attempt.State state : Attempt.State.values()) {
            round.all(state).forEach(attempt -> attempts.put(attempt.id(), attempt));
        }
    }

    /** As {@link Attempt.Facts#text} writes them; its ids and headers are hashes, which are equal where those are. */
    private static Attempt.Facts facts(String[] words, int from) {
        List<String> w = Arrays.asList(words).subList(from, words.length);
        return new Attempt.Facts(
                new SubscriptionRef(w.get(0), w.get(1), Long.parseLong(w.get(2))),
                w.get(3),
                Integer.parseInt(w.get(4)),
                Integer.parseInt(w.get(5)),
                Long.parseLong(w.get(6)),
                Integer.parseInt(w.get(7)),
                Long.parseLong(w.get(8)),
                Boolean.parseBoolean(w.get(9)),
                Boolean.parseBoolean(w.get(10)),
                Boolean.parseBoolean(w.get(11)),
                Duration.ofMillis(Long.parseLong(w.get(12))),
                w.get(13).equals("-") ? Optional.empty() : Optional.of(application(w.get(13))),
                w.get(14),
                w.get(15).equals("-") ? List.of() : List.of(w.get(15).split(",", -1)));
    }

    /** One for each hash. */
    private static EntraApplication application(String hash) {
        return new EntraApplication(new UUID(0, Long.parseLong(hash, 16)).toString(), "api://" + hash);
    }

    private static Admission.Admitted admitted(String kind) {
        EndpointHealth any = EndpointHealth.disabled(DeliveryOutcome.GENERIC_ERROR);
        return kind.equals("free")
                ? Admission.Admitted.FREE
                : new Admission.Admitted(List.of(new Admission.Probe("", any, any)));
    }

    private Map<Attempt, List<Attempt.Half>> halves(List<String> parts) {
        Map<Attempt, List<Attempt.Half>> halves = new HashMap<>();
        for (String part : parts) {
            String[] words = part.split(" ", -1);
            attempt(words[0]).ifPresent(attempt -> halves.computeIfAbsent(attempt, key -> new ArrayList<>())
                    .add(new Attempt.Half(facts(words, 1), Optional.empty())));
        }
        return halves;
    }

    private Optional<Input> handedOff(DeliveryRound round, String[] words) {
        List<Attempt> named = Arrays.stream(words[2].split(",", -1))
                .flatMap(id -> attempt(id).stream())
                .toList();
        Optional<Handoff.Put> put = words[3].equals("failed")
                ? Optional.empty()
                : Optional.of(
                        new Handoff.Put(Optional.empty(), at(Long.parseLong(words[3])), at(Long.parseLong(words[4]))));
        return named.isEmpty() ? Optional.empty() : Optional.of(new Input.HandedOff(round, named, put));
    }

    private static Ending ending(String[] words) {
        if (words[2].equals("none")) {
            return FAULT;
        }
        Verdict verdict =
                switch (Verdict.Kind.valueOf(words[4])) {
                    case DELIVERED -> Verdict.DELIVERED;
                    case RETRY -> Verdict.retry(Duration.ZERO);
                    case FINAL -> Verdict.isFinal(DeadLetterReason.UNDELIVERABLE_DUE_TO_CLIENT_ERROR);
                };
        Answer answer = new Answer(
                DeliveryOutcome.valueOf(words[2]),
                Integer.parseInt(words[3]),
                verdict,
                Boolean.parseBoolean(words[5]),
                Optional.empty(),
                "",
                "");
        return new Ending(Optional.of(answer), null);
    }
}
