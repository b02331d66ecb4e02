package io.gridhook.app;

import io.gridhook.core.topic.EntraApplication;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Something that {@link Dispatch} decides on: an event of the world, or the result of a {@link Command}. */
sealed interface Input {
    /** Has it decided on. */
    void into(Dispatch dispatch);

    /** The messages that an internal fault in deciding on it concerns. */
    default Collection<DeliveryRound> rounds() {
        return List.of();
    }

    /** All that it is decided by, on one line, without event data and secrets: see {@link InputLog}. */
    String text();

    /** Of one message. */
    sealed interface OfRound extends Input {
        DeliveryRound round();

        @Override
        default Collection<DeliveryRound> rounds() {
            return List.of(round());
        }
    }

    /** Of one attempt. */
    sealed interface OfAttempt extends OfRound {
        Attempt attempt();

        @Override
        default DeliveryRound round() {
            return attempt().round();
        }
    }

    /** A message was received, and is to be attempted; {@code settled} of its deliveries have results already. */
    record Received(DeliveryRound round, int settled) implements OfRound {
        @Override
        public String text() {
            return "received " + round.id() + " " + round.queue() + " " + settled
                    + round.all(Attempt.State.WAITING).stream()
                            .map(attempt -> " | " + attempt.facts().text())
                            .collect(Collectors.joining());
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.received(this);
        }
    }

    /** The POST may be made now. */
    record Admitted(Attempt attempt, Admission.Admitted admission) implements OfAttempt {
        @Override
        public String text() {
            return "admitted " + attempt.id() + (admission.isProbe() ? " probe" : " free");
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.pending().admitted(this);
        }
    }

    /** The POST may not be made now. */
    record Refused(Attempt attempt, Admission.Refused admission) implements OfAttempt {
        @Override
        public String text() {
            return "refused " + attempt.id();
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.pending().refused(this);
        }
    }

    /** Nobody knows whether the POST may be made. */
    record NotAsked(Attempt attempt, Throwable fault) implements OfAttempt {
        @Override
        public String text() {
            return "notAsked " + attempt.id();
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.pending().notAsked(this);
        }
    }

    /**
     * An exchange has ended.
     *
     * @param halves of each attempt whose batch may be sent again in parts, as it was too large
     */
    record Answered(Post post, Attempt.Ending ending, Map<Attempt, List<Attempt.Half>> halves) implements Input {
        @Override
        public String text() {
            return "answered " + post.id()
                    + ending.answer()
                            .map(answer -> " " + answer.outcome() + " " + answer.status() + " "
                                    + answer.verdict().kind() + " " + answer.isTooLargeTogether())
                            .orElse(" none")
                    + post.attached().stream()
                            .flatMap(attempt -> halves.getOrDefault(attempt, List.of()).stream()
                                    .map(half -> " | " + attempt.id() + " "
                                            + half.facts().text()))
                            .collect(Collectors.joining());
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.posts().answered(this);
        }

        @Override
        public Collection<DeliveryRound> rounds() {
            return post.attached().stream().map(Attempt::round).toList();
        }
    }

    record TimerFired(Timer timer) implements OfRound {
        @Override
        public String text() {
            return "fired " + timer.id();
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.fired(timer);
        }

        @Override
        public DeliveryRound round() {
            return timer.round();
        }
    }

    /**
     * A token was fetched, or could not be.
     *
     * @param refused until when its deliveries wait, if there is no token
     */
    record TokenKnown(
            DeliveryRound round,
            EntraApplication application,
            Optional<String> token,
            Optional<Admission.Refused> refused)
            implements OfRound {
        @Override
        public String text() {
            return "token " + round.id() + " " + Attempt.Facts.hash(application)
                    + (token.isPresent() ? " known" : " none");
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.pending().tokenKnown(this);
        }

        /** Tokens stay out of logs. */
        @Override
        public String toString() {
            return "TokenKnown[" + (token.isPresent() ? "a token" : "none") + "]";
        }
    }

    /** A message stands for the attempts' exchanges; without {@code put}, none could be put. */
    record HandedOff(DeliveryRound round, List<Attempt> attempts, Optional<Handoff.Put> put) implements OfRound {
        @Override
        public String text() {
            return "handedOff " + round.id() + " "
                    + attempts.stream().map(Attempt::id).collect(Collectors.joining(","))
                    + put.map(done -> " " + InputLog.nanos(done.timedOutAt()) + " " + InputLog.nanos(done.due()))
                            .orElse(" failed");
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.handedOff(this);
        }
    }

    /** The message's lease was extended, or could not be. */
    record Kept(DeliveryRound round) implements OfRound {
        @Override
        public String text() {
            return "kept " + round.id();
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.kept(round);
        }
    }

    record HandoffSettled(DeliveryRound round) implements OfRound {
        @Override
        public String text() {
            return "handoffSettled " + round.id();
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.handoffSettled(round);
        }
    }

    /** The message is settled, or could not be. */
    record Settled(DeliveryRound round, @Nullable Throwable failure) implements OfRound {
        @Override
        public String text() {
            return "settled " + round.id() + (failure == null ? " done" : " failed");
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.settled(this);
        }
    }

    /** An endpoint came back: it starts over with one POST at a time. */
    record RampUp(String endpoint) implements Input {
        @Override
        public String text() {
            return "rampUp " + endpoint;
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.rampUp(endpoint);
        }
    }

    /** No message begins any more, and the invocations of those that have begun end soon. */
    record Stop() implements Input {
        @Override
        public String text() {
            return "stop";
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.stop();
        }
    }

    /** No answer is waited for any more. */
    record GiveUp() implements Input {
        @Override
        public String text() {
            return "giveUp";
        }

        @Override
        public void into(Dispatch dispatch) {
            dispatch.giveUp();
        }
    }
}
