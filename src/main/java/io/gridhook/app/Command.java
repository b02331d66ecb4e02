package io.gridhook.app;

import io.gridhook.core.delivery.Answer;
import io.gridhook.core.topic.EntraApplication;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An effect that {@link Dispatch} decided on. {@link Effects} carries it out, outside of any lock; the result of a command that has one
 * comes back as an {@link Input}.
 */
sealed interface Command {
    /**
     * Carries it out.
     *
     * @param mayWait whether the calling thread may wait for storage
     * @return false: nothing was done, as the command needs a thread that may wait
     */
    boolean carriedOut(Effects by, boolean mayWait);

    /** The message it belongs to: its commands that wait for storage are carried out one after the other. */
    DeliveryRound round();

    /** Of what it works on. */
    default String id() {
        return round().id();
    }

    /** What it is, for people and for comparing a replay. */
    default String text() {
        return getClass().getSimpleName() + " " + id();
    }

    /** On a POST. */
    sealed interface OfPost extends Command {
        Post post();

        @Override
        default DeliveryRound round() {
            return post().first().round();
        }

        @Override
        default String id() {
            return post().id();
        }
    }

    /** On a timer. */
    sealed interface OfTimer extends Command {
        Timer timer();

        @Override
        default DeliveryRound round() {
            return timer().round();
        }
    }

    /** Asks for admission: {@link Input.Admitted}, {@link Input.Refused} or {@link Input.NotAsked}. */
    record Ask(Attempt attempt) implements Command {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return by.ask(attempt, mayWait);
        }

        @Override
        public DeliveryRound round() {
            return attempt.round();
        }

        @Override
        public String id() {
            return attempt.id();
        }
    }

    /** Gives an admission back that was not used, or whose use told nothing. */
    record GiveBack(DeliveryRound round, Admission.Admitted admission) implements Command {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return mayWait && by.giveBack(admission);
        }
    }

    /** Sends a POST: {@link Input.Answered}. */
    record Send(Post post) implements OfPost {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return by.send(post);
        }
    }

    /** Ends an exchange that nobody waits for any more: {@link Input.Answered} without an answer. */
    record Cancel(Post post) implements OfPost {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return by.cancel(post);
        }
    }

    /** Tells the endpoint's health of an answer; an absent one is a timeout. */
    record Learn(Post post, Optional<Answer> answer) implements OfPost {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return by.learn(post, answer, mayWait);
        }
    }

    /** Fetches a token: {@link Input.TokenKnown}. */
    record FetchToken(DeliveryRound round, EntraApplication application) implements Command {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return by.fetchToken(round, application);
        }
    }

    /** Starts a timer: {@link Input.TimerFired}. */
    record Start(Timer timer, Duration delay) implements OfTimer {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return by.start(timer, delay);
        }

        @Override
        public String text() {
            return "Start " + timer.id() + " " + delay;
        }
    }

    record Forget(Timer timer) implements OfTimer {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            timer.forget();
            return true;
        }
    }

    /** Puts the message that stands for open exchanges: {@link Input.HandedOff}. */
    record PutHandoff(DeliveryRound round, List<Attempt> attempts) implements Command {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return mayWait && by.putHandoff(round, attempts);
        }
    }

    /** Keeps the message leased for so long: {@link Input.Kept}. */
    record Keep(DeliveryRound round, Duration time) implements Command {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return mayWait && by.keep(round, time);
        }
    }

    /** Logs and counts attempts before they are settled. */
    record Report(DeliveryRound round, List<Attempted> attempts, Handoff handoff) implements Command {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return by.report(round, attempts, handoff);
        }
    }

    /** Settles a hand-off by its answers: {@link Input.HandoffSettled}. */
    record SettleHandoff(DeliveryRound round, Handoff handoff) implements Command {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return mayWait && by.settleHandoff(round, handoff);
        }
    }

    /** Settles the message: {@link Input.Settled}. */
    record Settle(DeliveryRound round, List<TaskReport> results) implements Command {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return mayWait && by.settle(round, results);
        }
    }

    /** Gives the message to another instance soon, unchanged: {@link Input.Settled}. */
    record LeaveToOthers(DeliveryRound round) implements Command {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return mayWait && by.leaveToOthers(round);
        }
    }

    /** Ends the invocation. */
    record End(DeliveryRound round, @Nullable Throwable failure) implements Command {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return by.end(round, failure);
        }
    }

    /** Nothing is open any more, after a stop. */
    record TellIdle() implements Command {
        @Override
        public boolean carriedOut(Effects by, boolean mayWait) {
            return by.tellIdle();
        }

        @Override
        public DeliveryRound round() {
            throw new IllegalStateException("no message's");
        }

        @Override
        public String text() {
            return "TellIdle";
        }
    }
}
