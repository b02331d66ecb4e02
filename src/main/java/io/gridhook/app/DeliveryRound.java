package io.gridhook.app;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.port.DeliveryLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one message. POSTs start as the bulkhead and the endpoints' health let them; after a few seconds what has not started
 * is put off, what is still open is handed off to a message of its own, and the invocation ends, whatever the endpoints do.
 *
 * <p>A handed-off message says that its attempt timed out, and shows when the retry after that is due. If this process dies, it stands.
 * If the exchanges end before, it is settled by its receipt: ended, or changed to what is left. An answer that comes after the response
 * timeout, but within the late-answer time, still ends it if it was a success (behaviour §2.1.9).
 */
final class DeliveryRound {
    /** Ours: what an ending instance receives shows again after this. */
    private static final Duration LEFT_TO_OTHERS = Duration.ofSeconds(1);

    private static final AttemptOutcome TIMED_OUT = new AttemptOutcome.TimedOut();

    private final RoundServices services;
    private final HeldMessage held;
    private final DeliveryPack pack;
    private final DeliveryLog log;
    private final List<Batch> waiting;
    private final List<Batch> open = new ArrayList<>();
    private final List<Batch> handedOff = new ArrayList<>();
    private final List<Settled> settled;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    /** The lines this round stands in, by endpoint, and how to leave them. */
    private final Map<String, Runnable> linedUp = new HashMap<>();

    private final Set<String> turns = new HashSet<>();
    /** Whose tokens this round waits for. */
    private final Set<EntraApplication> applications = new HashSet<>();
    /** Those that there is no token for, said once. */
    private final Set<EntraApplication> unauthorized = new HashSet<>();

    private Runnable patience = () -> {};
    private final Instant begun;
    private boolean isStarting;
    private boolean isPatienceOver;
    private boolean isHandedOff;
    private boolean isOver;

    /**
     * A round that has not started.
     *
     * @param batches what is to be sent; those with the fewest attempts go first, so that a failed probe is next made with another event
     * @param settled what is settled without a POST
     */
    DeliveryRound(
            RoundServices services,
            HeldMessage held,
            DeliveryPack pack,
            List<Batch> batches,
            List<Settled> settled,
            DeliveryLog log) {
        this.services = services;
        this.held = held;
        this.pack = pack;
        this.waiting = new ArrayList<>(batches);
        this.waiting.sort(Comparator.comparingInt(Batch::attemptsMade));
        this.settled = new ArrayList<>(settled);
        this.log = log;
        this.begun = services.clock().instant();
    }

    /** Starts what may start. The result is done when the message is settled, and fails only by a fault of ours. */
    CompletableFuture<Void> start() {
        var unused = done.whenComplete((ended, failure) -> invocationEnded());
        step(() -> {
            if (!services.rounds().begin(this)) {
                leaveToOthers();
                return;
            }
            startWhatMay();
            endIfNothingIsLeft();
            if (!isOver) {
                patience = services.later(services.patience(), () -> step(this::patienceIsOver));
                services.invocations().begin(this);
            }
        });
        return done;
    }

    /** This instance ends. The message stays what it is, as that must not cost an event its time to live. */
    private void leaveToOthers() {
        isOver = true;
        services.settlement().hide(held, pack, LEFT_TO_OTHERS);
        done.complete(null);
    }

    /** Others need the invocation: it waits for {@link Invocations#LEAST} in all. */
    void hurry() {
        services.soon(() -> step(() -> {
            if (!isOver && !isPatienceOver) {
                patience.run();
                Duration waited = Duration.between(begun, services.clock().instant());
                patience = services.later(Invocations.LEAST.minus(waited), () -> step(this::patienceIsOver));
            }
        }));
    }

    private synchronized void invocationEnded() {
        services.invocations().end(this);
        // Else the timer would keep the message's events in memory.
        patience.run();
        endIfNothingIsOpen();
    }

    private void endIfNothingIsOpen() {
        if (done.isDone() && handedOff.isEmpty()) {
            services.rounds().end(this);
        }
    }

    /** Does now what would be done when the patience is over. */
    void stop() {
        services.soon(() -> step(this::patienceIsOver));
    }

    /**
     * Ends what is open. It was sent, so it counts as an attempt that timed out, but says nothing of the endpoint, which had less time
     * than it may take.
     */
    void giveUp() {
        services.soon(() -> step(() -> {
            List.copyOf(handedOff).forEach(batch -> batch.exchange.cancel(true));
            if (!isOver) {
                List.copyOf(open).forEach(this::giveUpOpen);
                endIfNothingIsLeft();
            }
        }));
    }

    private void giveUpOpen(Batch batch) {
        open.remove(batch);
        settled.addAll(batch.attempted(TIMED_OUT, services.clock().instant()));
        batch.exchange.cancel(true);
    }

    /** One thing at a time; what throws fails the invocation, and its message comes back. */
    private synchronized void step(Runnable body) {
        try {
            body.run();
        } catch (RuntimeException e) {
            fail(e);
        } catch (Error e) {
            // Else nobody would ever end the invocation that waits.
            fail(e);
            throw e;
        }
    }

    private void fail(Throwable failure) {
        isOver = true;
        done.completeExceptionally(failure);
    }

    /** An answer that is there at once comes while others are still being started; what follows it then waits for them. */
    private void startWhatMay() {
        if (isStarting) {
            return;
        }
        isStarting = true;
        for (Iterator<Batch> left = waiting.iterator(); left.hasNext(); ) {
            Batch batch = left.next();
            Authorized authorized = authorize(batch);
            if (authorized != Authorized.YES) {
                if (authorized == Authorized.NO) {
                    left.remove();
                }
                continue;
            }
            batch.place = services.bulkhead()
                    .enter(batch.endpoint(), turns.contains(batch.endpoint()), () -> giveUpLate(batch));
            if (batch.place.isPresent()) {
                left.remove();
                startOrPutOff(batch);
            } else if (services.bulkhead().isStuck(batch.endpoint())) {
                left.remove();
                putOff(batch);
            } else {
                lineUp(batch.endpoint());
            }
        }
        isStarting = false;
    }

    private enum Authorized {
        YES,
        NOT_YET,
        NO
    }

    /** Before it takes a place or a probe, which others may need while it waits for its token. */
    private Authorized authorize(Batch batch) {
        if (batch.application().isEmpty()) {
            return Authorized.YES;
        }
        EntraApplication application = batch.application().get();
        if (applications.contains(application)) {
            return Authorized.NOT_YET;
        }
        BearerTokens.Answer answer =
                services.tokens().ask(application, () -> services.soon(() -> step(() -> tokenIsKnown(application))));
        if (answer.failure().isPresent()) {
            Throwable failure = answer.failure().get();
            if (unauthorized.add(application)) {
                log.trouble(String.valueOf(failure.getMessage()), "its deliveries wait; no attempt is counted");
            }
            settled.addAll(batch.untried(failure));
            return Authorized.NO;
        }
        answer.token().ifPresentOrElse(batch::authorize, () -> applications.add(application));
        return answer.token().isPresent() ? Authorized.YES : Authorized.NOT_YET;
    }

    private void tokenIsKnown(EntraApplication application) {
        applications.remove(application);
        if (!isOver) {
            startWhatMay();
            endIfNothingIsLeft();
        }
    }

    /** Once for each endpoint: a turn starts as much as there is room for. */
    private void lineUp(String endpoint) {
        turns.remove(endpoint);
        linedUp.computeIfAbsent(endpoint, line -> services.bulkhead()
                .await(line, () -> services.soon(() -> step(() -> takeTurn(line)))));
    }

    /** What is left of a turn, or all of it where the round is over, is the next one's. */
    private void takeTurn(String endpoint) {
        linedUp.remove(endpoint);
        if (!isOver) {
            turns.add(endpoint);
            startWhatMay();
            turns.remove(endpoint);
            endIfNothingIsLeft();
        }
        services.bulkhead().next();
    }

    private void startOrPutOff(Batch batch) {
        try {
            batch.leave = services.admission().ask(batch.subscription());
            Optional<Leave.Refusal> refusal = batch.leave.refusal();
            if (refusal.isEmpty()) {
                start(batch);
                return;
            }
            settled.addAll(batch.heldBack(refusal.get()));
        } catch (RuntimeException e) {
            // A fault of ours on the way to one endpoint is not to repeat the attempts that are made at others.
            services.gate().giveBack(batch.leave);
            settled.addAll(batch.untried(e));
        }
        batch.place.ifPresent(place -> services.bulkhead().leave(place, false));
    }

    private void start(Batch batch) {
        batch.started = services.clock().instant();
        batch.exchange = services.send(batch);
        open.add(batch);
        var unused = batch.exchange.whenComplete(
                (outcome, failure) -> services.soon(() -> step(() -> ended(batch, outcome, failure))));
    }

    private void ended(Batch batch, @Nullable AttemptOutcome outcome, @Nullable Throwable failure) {
        Optional<Verdict.Kind> verdict =
                Optional.ofNullable(outcome).map(known -> batch.verdict(known).kind());
        boolean delivered = verdict.equals(Optional.of(Verdict.Kind.DELIVERED));
        batch.timeout.run();
        batch.slowness.run();
        if (outcome == null) {
            services.gate().giveBack(batch.leave);
        }
        giveBackPlace(batch, delivered || verdict.equals(Optional.of(Verdict.Kind.FINAL)));
        if (batch.handoff.isPresent()) {
            try {
                endedHandedOff(batch, batch.handoff.get(), outcome, delivered);
            } catch (RuntimeException e) {
                log.trouble(
                        "a hand-off of message " + held.messageId() + " was not settled: " + e,
                        "its message stands, and says that the attempt timed out");
            } finally {
                handedOff.remove(batch);
                endIfNothingIsOpen();
            }
        } else if (open.remove(batch) && !isOver) {
            if (outcome == null) {
                settled.addAll(batch.untried(new IllegalStateException("a POST failed by a fault of ours", failure)));
            } else {
                learn(batch, outcome);
                settled.addAll(batch.attempted(outcome, services.clock().instant()));
            }
            startWhatMay();
            endIfNothingIsLeft();
        }
    }

    private void giveBackPlace(Batch batch, boolean isAlive) {
        if (isSlow(batch)) {
            services.bulkhead().wasSlow(batch.endpoint());
        } else if (isAlive) {
            services.bulkhead().wasFast(batch.endpoint());
        }
        batch.place.ifPresent(place -> services.bulkhead().leave(place, isAlive));
    }

    /** Whether it took longer than an invocation waits; one that started by a turn may be handed off before that. */
    private boolean isSlow(Batch batch) {
        return !services.clock().instant().isBefore(batch.started.plus(services.patience()));
    }

    /** Others need what it holds. Its message says that it timed out, and stands. */
    private void giveUpLate(Batch batch) {
        services.soon(() -> batch.exchange.cancel(true));
    }

    private void patienceIsOver() {
        if (isOver || isPatienceOver) {
            return;
        }
        isPatienceOver = true;
        putOffWhatWaits();
        linedUp.values().forEach(Runnable::run);
        Instant now = services.clock().instant();
        open.forEach(batch -> outlast(batch, now));
        Handoffs.grouped(open).forEach(batches -> handOff(batches, now));
        endIfNothingIsLeft();
    }

    private void putOffWhatWaits() {
        waiting.forEach(this::putOff);
        waiting.clear();
    }

    private void outlast(Batch batch, Instant now) {
        Duration untilSlow = Duration.between(now, batch.started.plus(services.patience()));
        if (untilSlow.isNegative() || untilSlow.isZero()) {
            services.bulkhead().wasSlow(batch.endpoint());
        } else {
            batch.slowness = services.later(untilSlow, () -> step(() -> stillOpen(batch)));
        }
        batch.place.ifPresent(services.bulkhead()::outlast);
        Duration left = Duration.between(now, batch.started.plus(batch.responseTimeout()));
        batch.timeout = services.later(left, () -> step(() -> timedOut(batch)));
    }

    /** Also where its invocation did not wait so long: others are not to go where this one hangs. */
    private void stillOpen(Batch batch) {
        if (!batch.exchange.isDone()) {
            services.bulkhead().wasSlow(batch.endpoint());
        }
    }

    private void putOff(Batch batch) {
        settled.addAll(batch.putOff(services.clock().instant()));
    }

    /** What was answered while others were handed off needs no message. Where it cannot be done, the invocation waits on. */
    private void handOff(List<Batch> group, Instant now) {
        List<Batch> batches =
                group.stream().filter(batch -> !batch.exchange.isDone()).toList();
        if (batches.isEmpty()) {
            return;
        }
        try {
            Handoff handoff = services.handoffs().put(pack, batches, now);
            batches.forEach(batch -> batch.handoff = Optional.of(handoff));
            open.removeAll(batches);
            handedOff.addAll(batches);
            isHandedOff = true;
            settleInTime(handoff, now);
        } catch (RuntimeException e) {
            log.trouble("a hand-off of message " + held.messageId() + " failed: " + e, "the invocation waits on");
        }
    }

    /** One that is still open must not keep what became of the others from their message until it shows. */
    private void settleInTime(Handoff handoff, Instant now) {
        if (handoff.open().size() > 1) {
            handoff.deadline = services.later(
                    Duration.between(now, handoff.settleBy()), () -> step(() -> giveUpUnanswered(handoff)));
        }
    }

    private void giveUpUnanswered(Handoff handoff) {
        if (handoff.isAnswered()) {
            for (Batch batch : handoff.open()) {
                timedOut(batch);
                batch.exchange.cancel(true);
            }
        }
    }

    /** The response timeout of an exchange that is still open has come. */
    private void timedOut(Batch batch) {
        if (batch.timedOut || batch.exchange.isDone()) {
            return;
        }
        batch.timedOut = true;
        learn(batch, TIMED_OUT);
        if (batch.handoff.isPresent()) {
            batch.place.ifPresent(services.bulkhead()::late);
            Handoff handoff = batch.handoff.get();
            services.handoffs().report(batch.timedOutAt(handoff.timedOutAt(), false), handoff, log);
        } else if (open.remove(batch) && !isOver) {
            settled.addAll(batch.attempted(TIMED_OUT, services.clock().instant()));
            endIfNothingIsLeft();
            batch.exchange.cancel(true);
        }
    }

    private void endedHandedOff(Batch batch, Handoff handoff, @Nullable AttemptOutcome outcome, boolean delivered) {
        if (outcome != null && !batch.timedOut) {
            learn(batch, outcome);
        }
        List<Settled> results = outcome == null || (batch.timedOut && !delivered)
                ? batch.timedOutAt(handoff.timedOutAt(), true)
                : batch.attempted(outcome, services.clock().instant());
        boolean isAnswered = outcome != null && (delivered || !batch.timedOut);
        if (!isAnswered && !batch.timedOut) {
            services.handoffs().report(results, handoff, log);
        }
        if (handoff.ended(batch, results, isAnswered)) {
            handoff.deadline.run();
            services.handoffs().settle(handoff, pack, log);
        }
    }

    private void learn(Batch batch, AttemptOutcome outcome) {
        services.gate().learn(batch.subscription(), batch.leave, batch.result(outcome), log);
    }

    private void endIfNothingIsLeft() {
        if (!isOver && !isStarting && waiting.isEmpty() && open.isEmpty()) {
            isOver = true;
            failIfNothingWasTried();
            var unused = services.settlement()
                    .settle(held, pack, settled, log)
                    .whenComplete((durable, failure) -> end(failure));
        }
    }

    private void end(@Nullable Throwable failure) {
        if (failure == null) {
            done.complete(null);
        } else {
            done.completeExceptionally(failure);
        }
    }

    /** Then the message comes back as it is, after a while that grows; unless part of it is in a message of its own by now. */
    private void failIfNothingWasTried() {
        if (!isHandedOff
                && !settled.isEmpty()
                && settled.stream().allMatch(each -> each.fault().isPresent())) {
            throw new CompletionException(settled.get(0).fault().orElseThrow());
        }
    }
}
