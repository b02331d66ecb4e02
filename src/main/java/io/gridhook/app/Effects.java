package io.gridhook.app;

import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.port.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The effects that {@link Dispatch} may have on the world, one for each {@link Command}. Whatever goes wrong comes back as an input, so
 * that no invocation waits for ever; an {@link Error} is thrown on after that.
 */
final class Effects {
    /** Messages received during a shutdown are visible so soon, so that another instance picks them up. */
    private static final Duration LEFT_TO_OTHERS = Duration.ofSeconds(1);

    private final AdmissionControl admission;
    private final BearerTokens tokens;
    private final PostSender sender;
    private final Handoffs handoffs;
    private final Timers timers;
    private final InstantSource clock;
    private final Consumer<Input> results;
    private final CompletableFuture<Void> idle = new CompletableFuture<>();

    /** {@code results} is brought what the commands result in. */
    Effects(
            AdmissionControl admission,
            BearerTokens tokens,
            PostSender sender,
            Handoffs handoffs,
            Timers timers,
            InstantSource clock,
            Consumer<Input> results) {
        this.admission = admission;
        this.tokens = tokens;
        this.sender = sender;
        this.handoffs = handoffs;
        this.timers = timers;
        this.clock = clock;
        this.results = results;
    }

    boolean ask(Attempt attempt, boolean mayWait) {
        return orElse(failure -> results.accept(new Input.NotAsked(attempt, failure)), () -> {
            var subscription = attempt.batch().subscription();
            Optional<Admission> answer =
                    mayWait ? Optional.of(admission.ask(subscription)) : admission.askNow(subscription);
            answer.ifPresent(known -> results.accept(known.match(
                    admitted -> new Input.Admitted(attempt, admitted),
                    refused -> new Input.Refused(attempt, refused))));
            return answer.isPresent();
        });
    }

    boolean giveBack(Admission.Admitted unused) {
        admission.giveBack(unused);
        return true;
    }

    /** An absent answer is a timeout. */
    boolean learn(Post post, Optional<Answer> answer, boolean mayWait) {
        Batch batch = post.first().batch();
        Answer known = answer.orElseGet(() -> Answer.timedOut(batch.subscription()));
        return admission.learn(
                batch.subscription(),
                post.admission(),
                new HealthBook.Result(
                        batch.firstEventId(),
                        known.outcome(),
                        known.status(),
                        known.verdict().kind(),
                        known.retryAfter()),
                post.first().round().message().log(),
                mayWait);
    }

    boolean send(Post post) {
        sender.send(
                post,
                (answer, failure) -> results.accept(
                        new Input.Answered(post, new Attempt.Ending(answer, failure), halves(post, answer))));
        return true;
    }

    boolean cancel(Post post) {
        post.exchange().cancel();
        return true;
    }

    private Map<Attempt, List<Attempt.Half>> halves(Post post, Optional<Answer> answer) {
        Map<Attempt, List<Attempt.Half>> halves = new HashMap<>();
        answer.filter(Answer::isTooLargeTogether).ifPresent(tooLarge -> {
            Instant now = clock.instant();
            post.attempts()
                    .forEach(attempt ->
                            halves.put(attempt, attempt.batch().halves(tooLarge, post.events(), post.started(), now)));
        });
        return halves;
    }

    boolean fetchToken(DeliveryRound round, EntraApplication application) {
        BearerTokens.Answer answer = tokens.ask(application, () -> fetchToken(round, application));
        if (answer.failure().isPresent()) {
            round.message()
                    .log()
                    .trouble(
                            String.valueOf(answer.failure().get().getMessage()),
                            "its deliveries wait until their time to live ends; no attempt is counted");
            Instant later = BearerTokens.lookAgain(clock.instant());
            results.accept(new Input.TokenKnown(
                    round,
                    application,
                    Optional.empty(),
                    Optional.of(new Admission.Refused(later, DeliveryOutcome.TOKEN_UNAVAILABLE))));
        } else if (answer.token().isPresent()) {
            results.accept(new Input.TokenKnown(round, application, answer.token(), Optional.empty()));
        }
        return true;
    }

    boolean start(Timer timer, Duration delay) {
        try {
            timer.started(timers.after(delay, () -> results.accept(new Input.TimerFired(timer))));
        } catch (RejectedExecutionException e) {
            // The process ends: Stop and GiveUp do what timers would have done.
        }
        return true;
    }

    boolean putHandoff(DeliveryRound round, List<Attempt> attempts) {
        DeliveryRound.Message message = round.message();
        return orElse(
                failure -> {
                    message.log()
                            .trouble(
                                    "a hand-off of message " + message.leased().messageId() + " failed: " + failure,
                                    "the invocation waits on");
                    results.accept(new Input.HandedOff(round, attempts, Optional.empty()));
                },
                () -> {
                    Handoff.Put put = handoffs.put(message.pack(), attempts, clock.instant());
                    results.accept(new Input.HandedOff(round, attempts, Optional.of(put)));
                    return true;
                });
    }

    boolean keep(DeliveryRound round, Duration time) {
        DeliveryRound.Message message = round.message();
        return orElse(
                failure -> {
                    message.log()
                            .trouble(
                                    "message " + message.leased().messageId()
                                            + " may become visible before its attempt ends: " + failure,
                                    "it is tried twice then");
                    results.accept(new Input.Kept(round));
                },
                () -> {
                    message.leased().keep(time);
                    results.accept(new Input.Kept(round));
                    return true;
                });
    }

    boolean report(DeliveryRound round, List<Attempted> attempts, Handoff handoff) {
        handoffs.report(attempts, handoff, round.message().log());
        return true;
    }

    boolean settleHandoff(DeliveryRound round, Handoff handoff) {
        DeliveryRound.Message message = round.message();
        return orElse(
                failure -> {
                    message.log()
                            .trouble(
                                    "a hand-off of message " + message.leased().messageId() + " was not settled: "
                                            + failure,
                                    "its message stands, and says that the attempt timed out");
                    results.accept(new Input.HandoffSettled(round));
                },
                () -> {
                    handoffs.settle(handoff, message.pack(), message.log());
                    results.accept(new Input.HandoffSettled(round));
                    return true;
                });
    }

    boolean settle(DeliveryRound round, List<TaskReport> reports) {
        DeliveryRound.Message message = round.message();
        return orElse(failure -> results.accept(new Input.Settled(round, failure)), () -> {
            var unused = message.settlement()
                    .settle(message.leased(), message.pack(), reports, message.log())
                    .whenComplete((durable, failure) -> results.accept(new Input.Settled(round, failure)));
            return true;
        });
    }

    boolean leaveToOthers(DeliveryRound round) {
        DeliveryRound.Message message = round.message();
        return orElse(failure -> results.accept(new Input.Settled(round, failure)), () -> {
            message.settlement().hide(message.leased(), message.pack(), LEFT_TO_OTHERS);
            results.accept(new Input.Settled(round, null));
            return true;
        });
    }

    boolean end(DeliveryRound round, @Nullable Throwable failure) {
        if (failure == null) {
            round.done().complete(null);
        } else {
            round.done().completeExceptionally(failure);
        }
        return true;
    }

    /** Done when no answer is waited for any more, after a stop. */
    CompletableFuture<Void> idle() {
        return idle;
    }

    boolean tellIdle() {
        return idle.complete(null) || idle.isDone();
    }

    private interface Effect {
        boolean run();
    }

    private static boolean orElse(Consumer<Throwable> failed, Effect effect) {
        try {
            return effect.run();
        } catch (RuntimeException e) {
            failed.accept(e);
            return true;
        } catch (Error e) {
            failed.accept(e);
            throw e;
        }
    }
}
