package io.gridhook.app;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.ResponseClassifier;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
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

    /** Ours: long enough to write down what became of an exchange. */
    private static final Duration WRITING_DOWN = Duration.ofMinutes(1);

    private static final AttemptOutcome TIMED_OUT = new AttemptOutcome.TimedOut();

    private final RoundServices services;
    private final Steps steps;
    private final HeldMessage held;
    private final DeliveryPack pack;
    private final DeliveryLog log;
    private final Set<Batch> waiting;
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
    /** While others were still being started. */
    private boolean hasSplit;

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
        this.steps = new Steps(services.executor());
        this.held = held;
        this.pack = pack;
        this.waiting = new LinkedHashSet<>(batches.stream()
                .sorted(Comparator.comparingInt(Batch::attemptsMade))
                .toList());
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
            offer(waiting);
            startWhatMay();
            endIfNothingIsLeft();
            if (!isOver) {
                patience = later(services.patience(), this::patienceIsOver);
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
        soon(() -> {
            if (!isOver && !isPatienceOver) {
                patience.run();
                Duration waited = Duration.between(begun, services.clock().instant());
                patience = later(Invocations.LEAST.minus(waited), this::patienceIsOver);
            }
        });
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
        soon(this::patienceIsOver);
    }

    /**
     * Ends what is open. It was sent, so it counts as an attempt that timed out, but says nothing of the endpoint, which had less time
     * than it may take.
     */
    void giveUp() {
        soon(() -> {
            List.copyOf(handedOff).forEach(batch -> batch.post().cancel(batch));
            if (!isOver) {
                List.copyOf(open).forEach(this::giveUpOpen);
                endIfNothingIsLeft();
            }
        });
    }

    private void giveUpOpen(Batch batch) {
        open.remove(batch);
        settled.addAll(batch.attempted(TIMED_OUT, services.clock().instant()));
        batch.post().cancel(batch);
    }

    private void soon(Runnable body) {
        steps.soon(() -> step(body));
    }

    /** Whatever was left waiting for want of a thread goes before it. */
    private Runnable later(Duration delay, Runnable body) {
        return services.timers().after(delay, () -> soon(body));
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
        waiting.forEach(services.batches()::withdraw);
        done.completeExceptionally(failure);
    }

    /**
     * An answer that is there at once comes while others are still being started; what follows it then waits for them. What stands in
     * line for its endpoint is started by its turn.
     */
    private void startWhatMay() {
        if (isStarting) {
            return;
        }
        isStarting = true;
        do {
            hasSplit = false;
            for (Batch batch : List.copyOf(waiting)) {
                if (!linedUp.containsKey(batch.endpoint())) {
                    startIfItMay(batch);
                }
            }
        } while (hasSplit);
        isStarting = false;
    }

    private void offer(Collection<Batch> batches) {
        batches.forEach(batch -> services.batches().offer(batch, () -> soon(() -> join(batch))));
    }

    /** Not what another's POST, or that of one before it, has taken meanwhile. */
    private void startIfItMay(Batch batch) {
        if (!waiting.contains(batch) || authorize(batch) != Authorized.YES) {
            return;
        }
        Optional<Place> place =
                services.bulkhead().enter(batch.endpoint(), turns.contains(batch.endpoint()), () -> giveUpLate(batch));
        if (place.isEmpty() && !services.bulkhead().isStuck(batch.endpoint())) {
            lineUp(batch.endpoint());
        } else if (!services.batches().withdraw(batch)) {
            place.ifPresent(unused -> services.bulkhead().leave(unused, false));
            join(batch);
        } else {
            waiting.remove(batch);
            place.ifPresentOrElse(found -> startOrPutOff(batch, found), () -> putOff(batch));
        }
    }

    /** Another's POST has taken it. */
    private void join(Batch batch) {
        if (waiting.remove(batch)) {
            watch(batch);
        }
    }

    private enum Authorized {
        YES,
        NOT_YET,
        NO
    }

    /** Before it takes a place or a probe, which others may need while it waits for its token; another's POST may take it meanwhile. */
    private Authorized authorize(Batch batch) {
        if (batch.application().isEmpty()) {
            return Authorized.YES;
        }
        EntraApplication application = batch.application().get();
        if (applications.contains(application)) {
            return Authorized.NOT_YET;
        }
        BearerTokens.Answer answer = services.tokens().ask(application, () -> soon(() -> tokenIsKnown(application)));
        if (answer.failure().isPresent()) {
            unauthorized(batch, application, answer.failure().get());
            return Authorized.NO;
        }
        answer.token().ifPresentOrElse(batch::authorize, () -> applications.add(application));
        return answer.token().isPresent() ? Authorized.YES : Authorized.NOT_YET;
    }

    /** Unless another's POST, which had a token, has taken it. */
    private void unauthorized(Batch batch, EntraApplication application, Throwable failure) {
        if (!services.batches().withdraw(batch)) {
            join(batch);
            return;
        }
        if (unauthorized.add(application)) {
            log.trouble(
                    String.valueOf(failure.getMessage()),
                    "its deliveries wait until their time to live ends; no attempt is counted");
        }
        waiting.remove(batch);
        Instant later = BearerTokens.lookAgain(services.clock().instant());
        settled.addAll(batch.heldBack(new Admission.Refused(later, DeliveryOutcome.TOKEN_UNAVAILABLE)));
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
        linedUp.computeIfAbsent(endpoint, line -> services.bulkhead().await(line, () -> soon(() -> takeTurn(line))));
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

    private void startOrPutOff(Batch batch, Place place) {
        Admission.Admitted admitted = Admission.Admitted.FREE;
        try {
            Admission answer = services.admission().ask(batch.subscription());
            if (answer.refusal().isEmpty()) {
                admitted = answer.match(given -> given, refused -> Admission.Admitted.FREE);
                start(batch, place, admitted);
                return;
            }
            settled.addAll(batch.heldBack(answer.refusal().get()));
        } catch (RuntimeException e) {
            // A fault of ours on the way to one endpoint is not to repeat the attempts that are made at others.
            services.admission().giveBack(admitted);
            settled.addAll(batch.untried(e));
        }
        services.bulkhead().leave(place, false);
    }

    private void start(Batch batch, Place place, Admission.Admitted admission) {
        Post post = new Post(batch, place, admission, services.clock().instant());
        services.batches().gather(post);
        watch(batch);
        post.send(services.webhooks(), services.queues(), services.tracing());
    }

    private void watch(Batch batch) {
        open.add(batch);
        var unused = batch.exchange.whenComplete((outcome, failure) -> soon(() -> ended(batch, outcome, failure)));
    }

    private void ended(Batch batch, @Nullable AttemptOutcome outcome, @Nullable Throwable failure) {
        batch.timeout.run();
        batch.slowness.run();
        if (batch.handoff.isPresent()) {
            try {
                endPost(batch);
                endedHandedOff(batch, batch.handoff.get(), outcome);
            } catch (RuntimeException e) {
                log.trouble(
                        "a hand-off of message " + held.messageId() + " was not settled: " + e,
                        "its message stands, and says that the attempt timed out");
            } finally {
                handedOff.remove(batch);
                endIfNothingIsOpen();
            }
            return;
        }
        endPost(batch);
        if (open.remove(batch) && !isOver) {
            settleOrSplit(batch, outcome, failure);
            startWhatMay();
            endIfNothingIsLeft();
        }
    }

    /** Once for all that share it, by the first of them: what it held is given back, and what it says of the endpoint told. */
    private void endPost(Batch batch) {
        Post post = batch.post();
        if (!post.mayEnd()) {
            return;
        }
        Optional<AttemptOutcome> outcome = post.outcome();
        if (outcome.isEmpty()) {
            services.admission().giveBack(post.admission());
        }
        boolean isAlive = outcome.map(known -> batch.verdict(known).kind())
                .filter(verdict -> verdict != Verdict.Kind.RETRY)
                .isPresent();
        if (isSlow(batch)) {
            services.bulkhead().wasSlow(batch.endpoint());
        } else if (isAlive) {
            services.bulkhead().wasFast(batch.endpoint());
        }
        services.bulkhead().leave(post.place(), isAlive);
        if (outcome.isPresent() && !post.isTimedOut()) {
            learn(post, outcome.get());
        }
    }

    private void settleOrSplit(Batch batch, @Nullable AttemptOutcome outcome, @Nullable Throwable failure) {
        int events = batch.post().events();
        if (outcome == null) {
            settled.addAll(
                    batch.post().isTimedOut()
                            ? batch.attempted(TIMED_OUT, services.clock().instant())
                            : batch.untried(fault(failure)));
        } else if (!isPatienceOver && ResponseClassifier.isTooLargeTogether(outcome, batch.policy(), events)) {
            List<Batch> halves = batch.halves(outcome, services.clock().instant());
            waiting.addAll(halves);
            offer(halves);
            hasSplit = true;
        } else {
            settled.addAll(batch.attempted(outcome, services.clock().instant()));
        }
    }

    /** Storage's refusal is known as such to whoever called. */
    private static Throwable fault(@Nullable Throwable failure) {
        return failure instanceof StorageUnavailableException
                ? failure
                : new IllegalStateException("a POST failed by a fault of ours", failure);
    }

    /** Whether it took longer than an invocation waits; one that started by a turn may be handed off before that. */
    private boolean isSlow(Batch batch) {
        return !services.clock().instant().isBefore(batch.started.plus(services.patience()));
    }

    /** Others need what it holds. Its message says that it timed out, and stands. */
    private void giveUpLate(Batch batch) {
        services.soon(() -> batch.post().cancel());
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
        for (Batch batch : List.copyOf(waiting)) {
            if (services.batches().withdraw(batch)) {
                waiting.remove(batch);
                putOff(batch);
            } else {
                join(batch);
            }
        }
    }

    private void outlast(Batch batch, Instant now) {
        Duration untilSlow = Duration.between(now, batch.started.plus(services.patience()));
        if (untilSlow.isNegative() || untilSlow.isZero()) {
            services.bulkhead().wasSlow(batch.endpoint());
        } else {
            batch.slowness = later(untilSlow, () -> stillOpen(batch));
        }
        services.bulkhead().outlast(batch.post().place());
        Duration left = Duration.between(now, batch.started.plus(batch.responseTimeout()));
        batch.timeout = later(left, () -> timedOut(batch));
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
            keepUntilTimedOut(batches, now);
        }
    }

    /** A response timeout may be as long as the lease of a message that this process put for itself. */
    private void keepUntilTimedOut(List<Batch> batches, Instant now) {
        Instant last = batches.stream()
                .map(batch -> batch.started.plus(batch.responseTimeout()))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        try {
            held.keep(Duration.between(now, last).plus(WRITING_DOWN));
        } catch (RuntimeException e) {
            log.trouble(
                    "message " + held.messageId() + " may show before its attempt ends: " + e,
                    "it is tried twice then");
        }
    }

    /** One that is still open must not keep what became of the others from their message until it shows. */
    private void settleInTime(Handoff handoff, Instant now) {
        if (handoff.open().size() > 1) {
            handoff.deadline = later(Duration.between(now, handoff.settleBy()), () -> giveUpUnanswered(handoff));
        }
    }

    private void giveUpUnanswered(Handoff handoff) {
        if (handoff.isAnswered()) {
            for (Batch batch : handoff.open()) {
                timedOut(batch);
                batch.post().cancel(batch);
            }
        }
    }

    /** The response timeout of an exchange that is still open has come. */
    private void timedOut(Batch batch) {
        if (batch.timedOut || batch.exchange.isDone()) {
            return;
        }
        batch.timedOut = true;
        if (batch.post().mayTimeOut()) {
            learn(batch.post(), TIMED_OUT);
        }
        if (batch.handoff.isPresent()) {
            services.bulkhead().late(batch.post().place());
            Handoff handoff = batch.handoff.get();
            services.handoffs().report(batch.timedOutAt(handoff.timedOutAt(), false), handoff, log);
        } else if (open.remove(batch) && !isOver) {
            settled.addAll(batch.attempted(TIMED_OUT, services.clock().instant()));
            endIfNothingIsLeft();
            batch.post().cancel(batch);
        }
    }

    private void endedHandedOff(Batch batch, Handoff handoff, @Nullable AttemptOutcome outcome) {
        boolean delivered = outcome != null && batch.verdict(outcome).kind() == Verdict.Kind.DELIVERED;
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

    private void learn(Post post, AttemptOutcome outcome) {
        services.admission().learn(post.subscription(), post.admission(), post.result(outcome), log);
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
