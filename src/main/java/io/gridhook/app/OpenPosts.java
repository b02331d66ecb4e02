package io.gridhook.app;

import io.gridhook.app.Attempt.Ending;
import io.gridhook.app.Attempt.State;
import io.gridhook.app.DeliveryRound.Phase;
import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.Verdict;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@link Dispatch} that decides about open exchanges: sent, answered, timed out, or handed off.
 *
 * <p>A handed-off message says that its attempt timed out, and becomes visible when the retry after that is due. If this process dies, the
 * message stands. If the exchanges end before, it is settled by its receipt: ended, or changed to what is left. An answer after the
 * response timeout, but within the late-answer time, still ends it if it was a success (behaviour §2.1.9).
 */
final class OpenPosts {
    /** Long enough to write down the result of an exchange. */
    private static final Duration WRITING_DOWN = Duration.ofMinutes(1);

    private record Group(SubscriptionRef subscription, int attemptsMade) {}

    private final Step step;
    private final Permits permits;
    private final Duration budget;
    private final Consumer<DeliveryRound> start;
    private final Consumer<DeliveryRound> goOn;

    /**
     * The open POSTs of one instance.
     *
     * @param start starts what may start of a round, and goes on with it
     * @param goOn goes on with a round whose attempts have moved: nothing may be left of it
     */
    OpenPosts(
            Step step, Permits permits, Duration budget, Consumer<DeliveryRound> start, Consumer<DeliveryRound> goOn) {
        this.step = step;
        this.permits = permits;
        this.budget = budget;
        this.start = start;
        this.goOn = goOn;
    }

    /** The POST of an attempt was sent; the invocation's budget may be over meanwhile. */
    void opened(Attempt attempt) {
        if (attempt.round().isBudgetOver()) {
            outlast(attempt);
            attempt.round().groups().add(List.of(attempt));
        }
    }

    // Answers

    void answered(Input.Answered input) {
        Post post = input.post();
        release(post, input.ending().answer());
        Set<DeliveryRound> rounds = new LinkedHashSet<>();
        for (Attempt attempt : post.attached()) {
            rounds.add(attempt.round());
            ended(attempt, input.ending(), input.halves().getOrDefault(attempt, List.of()));
        }
        rounds.forEach(input.halves().isEmpty() ? goOn : start);
    }

    /** Once for all that share it: gives back what the POST held, and learns from its answer. */
    private void release(Post post, Optional<Answer> answer) {
        DeliveryRound round = post.first().round();
        String endpoint = post.first().endpoint();
        boolean isAlive = answer.filter(known -> known.verdict().kind() != Verdict.Kind.RETRY)
                .isPresent();
        if (!step.now().isBefore(post.started().plus(budget))) {
            permits.wasSlow(endpoint);
        } else if (isAlive) {
            permits.wasFast(endpoint);
        }
        permits.giveBack(post.permit(), isAlive);
        if (post.isTimedOut()) {
            return; // learned from at its response timeout
        }
        if (answer.isEmpty()) {
            giveBack(round, post.admission());
        } else {
            step.command(new Command.Learn(post, answer));
        }
    }

    /** A probe that was not made: others need not wait until it would have ended. */
    void giveBack(DeliveryRound round, Admission.Admitted admission) {
        if (admission.isProbe()) {
            step.command(new Command.GiveBack(round, admission));
        }
    }

    private void ended(Attempt attempt, Ending ending, List<Attempt.Half> halves) {
        attempt.timers().forEach(step::forget);
        switch (attempt.state()) {
            case HANDED_OFF -> endedHandedOff(attempt, attempt.handoff().orElseThrow(), ending.answer());
            case HANDING_OFF -> attempt.ended(ending);
            case SENT -> endedInTime(attempt, ending, halves);
            case WAITING, ASKING, ENDED -> {}
        }
    }

    private void endedInTime(Attempt attempt, Ending ending, List<Attempt.Half> halves) {
        DeliveryRound round = attempt.round();
        if (round.phase() != Phase.DELIVERING) {
            round.move(attempt, State.ENDED);
        } else if (ending.answer().isEmpty()) {
            if (attempt.post().isTimedOut()) {
                round.end(attempt, timedOutNow(attempt));
            } else {
                round.untried(attempt, fault(ending.fault()));
            }
        } else if (!round.isBudgetOver() && !halves.isEmpty()) {
            round.move(attempt, State.ENDED);
            round.forgetTokens();
            halves.forEach(half -> round.add(half.facts(), half.batch()));
        } else {
            round.end(
                    attempt,
                    attempt.results(batch -> batch.attempted(ending.answer().get(), attempt.started(), step.now())));
        }
    }

    /** Storage's refusal is known as such to the caller. */
    private static Throwable fault(@Nullable Throwable failure) {
        return failure instanceof StorageUnavailableException
                ? failure
                : new IllegalStateException("a POST failed by an internal fault", failure);
    }

    private List<Attempted> timedOutNow(Attempt attempt) {
        return attempt.results(batch -> batch.timedOut(attempt.started(), step.now()));
    }

    /** Nobody waits for the attempt's answer any more; the exchange goes on while others share it. */
    private void cancel(Attempt attempt) {
        if (attempt.post().detach(attempt)) {
            step.command(new Command.Cancel(attempt.post()));
        }
        ended(attempt, Ending.CANCELLED, List.of());
    }

    /** Open exchanges count as attempts that timed out. They say nothing of their endpoints, which had less time than they may take. */
    void giveUp(DeliveryRound round) {
        round.all(State.HANDED_OFF).forEach(this::cancel);
        if (round.phase() == Phase.DELIVERING) {
            for (Attempt attempt : round.all(State.SENT)) {
                round.end(attempt, timedOutNow(attempt));
                cancel(attempt);
            }
        }
    }

    // Slow answers

    /** All that is open goes on without the invocation. */
    void budgetIsOver(DeliveryRound round) {
        List<Attempt> open = round.all(State.SENT);
        open.forEach(this::outlast);
        Map<Group, List<Attempt>> groups = new LinkedHashMap<>();
        open.forEach(attempt -> groups.computeIfAbsent(
                        new Group(
                                attempt.facts().subscription(), attempt.facts().attemptsMade()),
                        key -> new ArrayList<>())
                .add(attempt));
        round.groups().addAll(groups.values());
    }

    private void outlast(Attempt attempt) {
        DeliveryRound round = attempt.round();
        Duration untilSlow = Duration.between(step.now(), attempt.started().plus(budget));
        if (untilSlow.isNegative() || untilSlow.isZero()) {
            permits.wasSlow(attempt.endpoint());
        } else {
            attempt.slowness(step.start(Timer.Kind.SLOW, round, attempt, attempt.id(), untilSlow));
        }
        permits.outlast(attempt.post().permit());
        Duration left = Duration.between(step.now(), attempt.timesOutAt());
        attempt.timeout(step.start(Timer.Kind.TIMEOUT, round, attempt, attempt.id(), left));
    }

    /** Also where its invocation did not wait so long: others are not to go where this one hangs. */
    void isSlow(Attempt attempt) {
        if (attempt.isOpen() && attempt.ending().isEmpty()) {
            permits.wasSlow(attempt.endpoint());
        }
    }

    /** The response timeout of an exchange that is still open has passed. */
    void timedOut(Attempt attempt) {
        if (attempt.isTimedOut() || !attempt.isOpen() || attempt.ending().isPresent()) {
            return;
        }
        attempt.timedOut();
        if (attempt.post().timeOut()) {
            step.command(new Command.Learn(attempt.post(), Optional.empty()));
        }
        switch (attempt.state()) {
            case HANDED_OFF -> late(attempt, attempt.handoff().orElseThrow());
            case SENT -> {
                DeliveryRound round = attempt.round();
                round.end(attempt, round.phase() == Phase.DELIVERING ? timedOutNow(attempt) : List.of());
                cancel(attempt);
                goOn.accept(round);
            }
            case WAITING, ASKING, HANDING_OFF, ENDED -> {}
        }
    }

    /** Its message says already that it timed out; a late success still ends it. */
    private void late(Attempt attempt, Handoff handoff) {
        permits.late(attempt.post().permit());
        report(attempt, timedOutAt(attempt, handoff, false), handoff);
    }

    private static List<Attempted> timedOutAt(Attempt attempt, Handoff handoff, boolean isReported) {
        return attempt.results(
                batch -> batch.timedOutAt(attempt.started(), handoff.put().timedOutAt(), isReported));
    }

    private void report(Attempt attempt, List<Attempted> results, Handoff handoff) {
        step.command(new Command.Report(attempt.round(), results, handoff));
    }

    // Hand-offs

    /** Puts the next message that is needed: what was answered meanwhile needs none. One at a time. */
    void handOffNext(DeliveryRound round) {
        while (!round.isWriting() && !round.groups().isEmpty()) {
            List<Attempt> open = round.groups().remove().stream()
                    .filter(attempt -> attempt.state() == State.SENT)
                    .toList();
            if (!open.isEmpty()) {
                open.forEach(attempt -> round.move(attempt, State.HANDING_OFF));
                round.writing(true);
                step.command(new Command.PutHandoff(round, open));
            }
        }
    }

    void handedOff(Input.HandedOff input) {
        input.round().writing(false);
        input.put()
                .ifPresentOrElse(
                        put -> handedOff(input, new Handoff(put, input.attempts())), () -> notHandedOff(input));
    }

    private void handedOff(Input.HandedOff input, Handoff handoff) {
        DeliveryRound round = input.round();
        round.handedOff();
        for (Attempt attempt : input.attempts()) {
            attempt.handedOff(handoff);
            round.move(attempt, State.HANDED_OFF);
        }
        // An attempt that is still open must not keep the others' results from their message until it becomes visible.
        if (input.attempts().size() > 1) {
            Duration left = Duration.between(step.now(), handoff.settleBy());
            handoff.deadline(step.start(Timer.Kind.SETTLE_BY, round, handoff, handoff.id(), left));
        }
        for (Attempt attempt : input.attempts()) {
            if (attempt.isTimedOut()) {
                late(attempt, handoff);
            }
            attempt.ending().ifPresent(ending -> ended(attempt, ending, List.of()));
            if (round.isGivenUp() && attempt.state() == State.HANDED_OFF) {
                cancel(attempt);
            }
        }
    }

    /** The invocation waits on, and so long the message is leased: a response timeout may be as long as the lease. */
    private void notHandedOff(Input.HandedOff input) {
        DeliveryRound round = input.round();
        Instant last = input.attempts().stream()
                .map(Attempt::timesOutAt)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        for (Attempt attempt : input.attempts()) {
            round.move(attempt, State.SENT);
            Optional<Ending> ending = attempt.ending();
            if (ending.isPresent()) {
                endedInTime(attempt, ending.get(), List.of());
            } else if (attempt.isTimedOut() || round.isGivenUp()) {
                round.end(attempt, timedOutNow(attempt));
                cancel(attempt);
            }
        }
        if (round.phase() == Phase.DELIVERING && round.has(State.SENT)) {
            round.writing(true);
            Instant until = round.leasedUntil(last.plus(WRITING_DOWN));
            step.command(new Command.Keep(round, Duration.between(step.now(), until)));
        }
    }

    private void endedHandedOff(Attempt attempt, Handoff handoff, Optional<Answer> answer) {
        boolean isDelivered = answer.filter(Answer::isDelivered).isPresent();
        boolean counts = answer.isPresent() && (isDelivered || !attempt.isTimedOut());
        List<Attempted> results = counts
                ? attempt.results(batch -> batch.attempted(answer.orElseThrow(), attempt.started(), step.now()))
                : timedOutAt(attempt, handoff, true);
        if (!counts && !attempt.isTimedOut()) {
            report(attempt, results, handoff);
        }
        DeliveryRound round = attempt.round();
        round.move(attempt, State.ENDED);
        if (handoff.ended(attempt, results, counts)) {
            handoff.deadline().ifPresent(step::forget);
            // Where nothing was answered, the message says so already.
            if (handoff.isAnswered()) {
                round.handoffsSettling(1);
                step.command(new Command.SettleHandoff(round, handoff));
            }
        }
    }

    /** What is still open is not waited for, if something was answered: else the answer would come too late for its message. */
    void settleNow(Handoff handoff, DeliveryRound round) {
        if (handoff.isAnswered()) {
            for (Attempt attempt : handoff.open()) {
                timedOut(attempt);
                cancel(attempt);
            }
            goOn.accept(round);
        }
    }
}
