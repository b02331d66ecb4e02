package io.gridhook.app;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.ResponseClassifier;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
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
    /** Behaviour §1, "late response": 3 minutes in the cloud; not mentioned by the others. */
    static final Duration LATE_MAX = Duration.ofMinutes(3);
    /** Ours: what is given up is so only when no late answer can come, and that one's settlement had its time. */
    private static final Duration LATE_MARGIN = Duration.ofSeconds(5);
    /** Ours: long enough to write a settlement down. */
    private static final Duration SETTLING = Duration.ofMinutes(2);
    /** Ours: the waits of what found no place, a quarter of its age. */
    private static final Duration PUT_OFF_MIN = Duration.ofSeconds(1);
    /** Ours. */
    private static final Duration PUT_OFF_MAX = Duration.ofMinutes(1);

    private static final AttemptOutcome TIMED_OUT = new AttemptOutcome.TimedOut();

    private record HandoffKey(SubscriptionRef subscription, int attemptsMade) {}

    private final RoundServices services;
    private final HeldMessage held;
    private final DeliveryPack pack;
    private final DeliveryLog log;
    private final List<Batch> waiting;
    private final List<Batch> open = new ArrayList<>();
    private final List<Settled> settled;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    /** The lines this round stands in, by endpoint, and how to leave them. */
    private final Map<String, Runnable> linedUp = new HashMap<>();

    private final Set<String> turns = new HashSet<>();
    private boolean isStarting;
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
    }

    /** Starts what may start. The result is done when the message is settled, and fails only by a fault of ours. */
    CompletableFuture<Void> start() {
        step(() -> {
            startWhatMay();
            endIfNothingIsLeft();
        });
        if (!done.isDone()) {
            services.later(services.patience(), () -> step(this::patienceIsOver));
        }
        return done;
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
            if (services.bulkhead().enter(batch.endpoint(), turns.contains(batch.endpoint()))) {
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
            batch.leave = services.gate().ask(batch.subscription());
            Optional<Leave.Refusal> refusal = batch.leave.refusal();
            if (refusal.isEmpty()) {
                start(batch);
                return;
            }
            batch.sendings()
                    .forEach(sending -> settled.add(
                            Settled.heldBack(sending.ordinal(), sending.task(), batch.subscription(), refusal.get())));
        } catch (RuntimeException e) {
            // A fault of ours on the way to one endpoint is not to repeat the attempts that are made at others.
            services.gate().giveBack(batch.leave);
            settled.addAll(batch.untried(e));
        }
        services.bulkhead().leave(batch.endpoint(), false);
    }

    private void start(Batch batch) {
        batch.started = services.clock().instant();
        batch.exchange = services.webhooks().post(batch.request(), longestWait(batch));
        open.add(batch);
        var unused = batch.exchange.whenComplete(
                (outcome, failure) -> services.soon(() -> step(() -> ended(batch, outcome, failure))));
    }

    private static Duration longestWait(Batch batch) {
        boolean late = batch.policy().profile().delayedDelivery();
        return late ? LATE_MAX : batch.responseTimeout();
    }

    private void ended(Batch batch, @Nullable AttemptOutcome outcome, @Nullable Throwable failure) {
        Optional<Verdict.Kind> verdict =
                Optional.ofNullable(outcome).map(known -> verdict(batch, known).kind());
        boolean delivered = verdict.equals(Optional.of(Verdict.Kind.DELIVERED));
        if (outcome == null) {
            services.gate().giveBack(batch.leave);
        }
        giveBackPlace(batch, delivered || verdict.equals(Optional.of(Verdict.Kind.FINAL)));
        if (batch.handoff.isPresent()) {
            endedHandedOff(batch, batch.handoff.get(), outcome, delivered);
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
        if (batch.handoff.isPresent()) {
            services.bulkhead().leaveSlow(batch.endpoint(), isAlive);
        } else {
            services.bulkhead().leave(batch.endpoint(), isAlive);
        }
    }

    private void patienceIsOver() {
        if (isOver) {
            return;
        }
        startWhatMay();
        waiting.forEach(this::putOff);
        waiting.clear();
        linedUp.values().forEach(Runnable::run);
        Instant now = services.clock().instant();
        for (Batch batch : open) {
            Duration left = Duration.between(now, batch.started.plus(batch.responseTimeout()));
            services.later(left, () -> step(() -> timedOut(batch)));
        }
        byHandoff(open).forEach((key, batches) -> handOff(batches, now));
        endIfNothingIsLeft();
    }

    private void putOff(Batch batch) {
        Instant now = services.clock().instant();
        batch.sendings()
                .forEach(sending -> settled.add(Settled.putOff(
                        sending.ordinal(),
                        sending.task(),
                        batch.subscription(),
                        now.plus(putOffFor(sending.task(), now)))));
    }

    private static Duration putOffFor(DeliveryTask task, Instant now) {
        Duration quarter = Duration.between(task.event().publishTime(), now).dividedBy(4);
        if (quarter.compareTo(PUT_OFF_MIN) < 0) {
            return PUT_OFF_MIN;
        }
        return quarter.compareTo(PUT_OFF_MAX) > 0 ? PUT_OFF_MAX : quarter;
    }

    private static Map<HandoffKey, List<Batch>> byHandoff(List<Batch> batches) {
        Map<HandoffKey, List<Batch>> grouped = new LinkedHashMap<>();
        batches.forEach(batch -> grouped.computeIfAbsent(
                        new HandoffKey(SubscriptionRef.of(batch.subscription().subscription()), batch.attemptsMade()),
                        key -> new ArrayList<>())
                .add(batch));
        return grouped;
    }

    /** Where it cannot be done, the invocation waits on. */
    private void handOff(List<Batch> batches, Instant now) {
        int places = 0;
        while (places < batches.size()
                && services.bulkhead().handOff(batches.get(places).endpoint())) {
            places++;
        }
        if (places == batches.size()) {
            try {
                putHandoff(batches, now);
                return;
            } catch (RuntimeException e) {
                log.trouble("a hand-off of message " + held.messageId() + " failed: " + e, "the invocation waits on");
            }
        }
        batches.subList(0, places).forEach(batch -> services.bulkhead().takeBack(batch.endpoint()));
    }

    private void putHandoff(List<Batch> batches, Instant now) {
        Batch first = batches.get(0);
        Instant timedOutAt = batches.stream()
                .map(batch -> batch.started.plus(batch.responseTimeout()))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        NextStep next = first.policy()
                .next(
                        verdict(first, TIMED_OUT),
                        Optional.empty(),
                        first.attemptsMade() + 1,
                        timedOutAt,
                        services.chance().getAsDouble());
        Instant due = next.match(() -> timedOutAt, retryAt -> retryAt, reason -> timedOutAt
                .minus(first.responseTimeout())
                .plus(longestWait(first))
                .plus(LATE_MARGIN));
        List<Integer> ordinals = new ArrayList<>();
        List<DeliveryTask> tasks = new ArrayList<>();
        batches.forEach(batch -> batch.sendings().forEach(sending -> {
            ordinals.add(sending.ordinal());
            tasks.add(
                    sending.task().with(sending.task().state().attempted(batch.started, DeliveryOutcome.TIMED_OUT, 0)));
        }));
        Duration delay = Delays.until(due, now);
        DeliveryPack handedOff = DeliveryPack.of(
                pack.childId("handoff", ordinals), due, services.payloads().keptUntil(tasks, now.plus(delay)));
        Receipt receipt = services.retries().put(PackCodec.encode(handedOff), delay);
        Handoff handoff = new Handoff(receipt, timedOutAt, batches);
        batches.forEach(batch -> batch.handoff = Optional.of(handoff));
        open.removeAll(batches);
        isHandedOff = true;
    }

    /** The response timeout of an exchange that is still open has come. */
    private void timedOut(Batch batch) {
        if (batch.exchange.isDone()) {
            return;
        }
        batch.timedOut = true;
        learn(batch, TIMED_OUT);
        if (batch.handoff.isPresent()) {
            Instant at = batch.handoff.get().timedOutAt();
            batch.timedOutAt(at, false).forEach(attempt -> services.handedOff().report(attempt, at, log));
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
            results.forEach(attempt -> services.handedOff().report(attempt, handoff.timedOutAt(), log));
        }
        if (handoff.ended(batch, results, isAnswered)) {
            settle(handoff);
        }
    }

    /** Where nothing was answered, the message says so already. Else anything but its end is written only by who owns it still. */
    private void settle(Handoff handoff) {
        if (!handoff.isAnswered()) {
            return;
        }
        HeldMessage message = HeldMessage.ours(services.retries(), handoff.receipt());
        boolean allDelivered = handoff.settled().stream().allMatch(Settled::isDelivered);
        if (allDelivered || message.hide(SETTLING)) {
            services.handedOff().settle(message, pack, handoff.settled(), log);
        }
    }

    private void learn(Batch batch, AttemptOutcome outcome) {
        services.gate()
                .learn(
                        batch.subscription(),
                        batch.leave,
                        new HealthGate.Result(
                                batch.firstEventId(),
                                ResponseClassifier.outcome(
                                        outcome, batch.policy().profile()),
                                ResponseClassifier.status(outcome),
                                verdict(batch, outcome).kind(),
                                ResponseClassifier.retryAfter(outcome)),
                        log);
    }

    private static Verdict verdict(Batch batch, AttemptOutcome outcome) {
        ResolvedSubscription subscription = batch.subscription();
        return ResponseClassifier.verdict(
                outcome,
                subscription.retryPolicy().profile(),
                subscription.subscription().destination().type(),
                subscription.hasDeadLetterDestination());
    }

    private void endIfNothingIsLeft() {
        if (!isOver && !isStarting && waiting.isEmpty() && open.isEmpty()) {
            isOver = true;
            failIfNothingWasTried();
            services.settlement().settle(held, pack, settled, log);
            done.complete(null);
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
