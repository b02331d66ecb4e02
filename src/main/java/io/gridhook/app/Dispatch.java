package io.gridhook.app;

import io.gridhook.app.Attempt.State;
import io.gridhook.app.DeliveryRound.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides everything about the delivery of this instance's messages: a state machine for one thread, which the simulation and production
 * both run. It is told what happened and the time, and answers with {@link Command}s; it never calls the world itself.
 *
 * <p>POSTs start as permits and admission allow. After the invocation's budget, attempts that have not started are deferred, open
 * exchanges are handed off to messages of their own ({@link OpenPosts}), and the invocation ends, whatever the endpoints do.
 *
 * <pre>
 *  message   DELIVERING ----- nothing left to send ----> SETTLING ----- settled ----> OVER
 *
 *  attempt   WAITING --permit--> ASKING --admitted--> SENT --answered------------------------------> ENDED
 *               |                   |                   | budget over                                  ^
 *               |                   refused, not asked  HANDING_OFF --put--> HANDED_OFF --answered-----|
 *               |                   |                   (not put: SENT)                                |
 *               +-- budget over ----+--------------------------------------------------------- deferred+
 * </pre>
 */
final class Dispatch {
    /**
     * Invocations of one queue that wait for answers with their whole budget. Half of host.json's {@code newBatchThreshold}, up to which
     * the host goes on receiving (functions-runtime §2); the rest is for those in a hurry. First attempts take no slot of the host's, but
     * what they have delivered would be delivered again if the process died before they end.
     */
    static final int MANY = 8;
    /** The budget of an invocation in a hurry. An endpoint that answers in less never costs a hand-off. */
    static final Duration LEAST = Duration.ofMillis(100);

    private final Permits permits;
    private final Duration budget;
    private final Step step = new Step();
    private final OpenPosts posts;
    private final PendingAttempts pending;
    /** Those that have not closed, so that a shutdown can end them in order. */
    private final Set<DeliveryRound> rounds = new LinkedHashSet<>();
    /** By queue, in the order in which they began: those with their whole budget. */
    private final Map<String, Set<DeliveryRound>> patient = new HashMap<>();

    private boolean isStopping;

    /** {@code budget} is how long an invocation waits for its endpoints. */
    Dispatch(Permits.Limits limits, Duration budget) {
        this.permits = new Permits(limits);
        this.budget = budget;
        this.posts = new OpenPosts(step, permits, budget, this::start, this::goOn);
        this.pending = new PendingAttempts(step, permits, posts, this::goOn);
    }

    /** Decides on one input. */
    List<Command> on(Input input, Instant now) {
        step.begin(now);
        input.into(this);
        pending.giveTurns();
        permits.yielded().forEach(post -> step.command(new Command.Cancel(post)));
        tellIfIdle();
        return step.commands();
    }

    private void tellIfIdle() {
        if (isStopping && rounds.isEmpty()) {
            step.command(new Command.TellIdle());
        }
    }

    /**
     * Ends the rounds that an internal fault met while {@link #on} decided on an input: their messages come back. What was decided before
     * the fault stands.
     */
    List<Command> failed(Input input, Throwable fault) {
        for (DeliveryRound round : input.rounds()) {
            fail(round, fault);
            step.command(new Command.End(round, fault)); // without effect on one that has ended
            closeIfNothingIsOpen(round);
        }
        if (input instanceof Input.Admitted admitted) {
            pending.failed(admitted.attempt());
        }
        tellIfIdle();
        return step.commands();
    }

    /**
     * Whether all invariants hold. For tests and replays.
     *
     * @throws IllegalStateException if one does not
     */
    boolean isSound() {
        permits.check();
        return pending.isSound();
    }

    /** Of all messages and attempts that are open. For tests and replays. */
    Set<String> states() {
        Set<String> states = new TreeSet<>();
        rounds.forEach(round -> {
            states.add(round.phase().name());
            Arrays.stream(State.values()).filter(round::has).forEach(state -> states.add(state.name()));
        });
        return states;
    }

    /** Whether no message is open, no permit is held and nobody is queued for one. For tests. */
    boolean isAtRest() {
        return rounds.isEmpty() && pending.isEmpty() && permits.isUnused();
    }

    // The invocation

    void received(Input.Received input) {
        DeliveryRound round = input.round();
        round.begin(step.now(), input.settled());
        if (isStopping) {
            // The message stays as it is: this must not cost an event its time to live.
            round.phase(Phase.SETTLING);
            step.command(new Command.LeaveToOthers(round));
            return;
        }
        rounds.add(round);
        start(round);
        if (round.phase() == Phase.DELIVERING) {
            round.budget(step.start(Timer.Kind.BUDGET, round, round, round.id(), budget));
            Set<DeliveryRound> others = patient(round);
            others.add(round);
            if (others.size() > MANY) {
                hurry(others.iterator().next());
            }
        }
    }

    private Set<DeliveryRound> patient(DeliveryRound round) {
        return patient.computeIfAbsent(round.queue(), key -> new LinkedHashSet<>());
    }

    /** The host would soon receive nothing more, and an endpoint that hangs would be everybody's wait. */
    private void hurry(DeliveryRound longest) {
        patient(longest).remove(longest);
        if (longest.phase() == Phase.DELIVERING && !longest.isBudgetOver()) {
            longest.budget().ifPresent(step::forget);
            Duration waited = Duration.between(longest.begun(), step.now());
            longest.budget(step.start(Timer.Kind.BUDGET, longest, longest, longest.id(), LEAST.minus(waited)));
        }
    }

    private void start(DeliveryRound round) {
        pending.start(round);
    }

    /** Hands off what must be, and settles the message if nothing is left. */
    private void goOn(DeliveryRound round) {
        if (round.phase() == Phase.DELIVERING) {
            posts.handOffNext(round);
            settleIfNothingIsLeft(round);
        }
        closeIfNothingIsOpen(round);
    }

    private void settleIfNothingIsLeft(DeliveryRound round) {
        if (round.isWriting() || !round.hasNothingToSend()) {
            return;
        }
        Optional<Throwable> fault = round.onlyFault();
        if (fault.isPresent()) {
            // The message comes back as it is, after a while that grows.
            end(round, fault.get());
            return;
        }
        round.phase(Phase.SETTLING);
        step.command(new Command.Settle(round, round.results()));
    }

    void settled(Input.Settled input) {
        end(input.round(), input.failure());
    }

    private void end(DeliveryRound round, @Nullable Throwable failure) {
        if (round.phase() == Phase.OVER) {
            return;
        }
        round.phase(Phase.OVER);
        // Else the timer would keep the message's events in memory.
        round.budget().ifPresent(step::forget);
        patient(round).remove(round);
        step.command(new Command.End(round, failure));
        closeIfNothingIsOpen(round);
    }

    private void fail(DeliveryRound round, Throwable fault) {
        pending.end(round, attempt -> List.of());
        end(round, fault);
    }

    private void closeIfNothingIsOpen(DeliveryRound round) {
        if (round.isClosed()) {
            rounds.remove(round);
        }
    }

    void stop() {
        isStopping = true;
        List.copyOf(rounds).forEach(this::budgetIsOver);
    }

    void giveUp() {
        for (DeliveryRound round : List.copyOf(rounds)) {
            round.giveUp();
            posts.giveUp(round);
            goOn(round);
        }
    }

    void fired(Timer timer) {
        switch (timer.kind()) {
            case BUDGET -> budgetIsOver((DeliveryRound) timer.of());
            case SLOW -> posts.isSlow((Attempt) timer.of());
            case TIMEOUT -> posts.timedOut((Attempt) timer.of());
            case SETTLE_BY -> posts.settleNow((Handoff) timer.of(), timer.round());
        }
    }

    private void budgetIsOver(DeliveryRound round) {
        if (round.phase() != Phase.DELIVERING || round.isBudgetOver()) {
            return;
        }
        round.budgetIsOver();
        pending.end(round, pending::deferred);
        posts.budgetIsOver(round);
        goOn(round);
    }

    // Results of commands

    PendingAttempts pending() {
        return pending;
    }

    OpenPosts posts() {
        return posts;
    }

    void rampUp(String endpoint) {
        permits.rampUp(endpoint);
    }

    void handedOff(Input.HandedOff input) {
        posts.handedOff(input);
        goOn(input.round());
    }

    void kept(DeliveryRound round) {
        round.writing(false);
        goOn(round);
    }

    void handoffSettled(DeliveryRound round) {
        round.handoffsSettling(-1);
        closeIfNothingIsOpen(round);
    }
}
