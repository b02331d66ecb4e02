package io.gridhook.app;

import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.event.Event;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.Metrics.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleSupplier;

/**
 * Writes down what came of a message's tasks, so that at every step each of them is in some message: first the dead letters and the
 * retries that need messages of their own, last the message itself, rescheduled in place or ended. A crash between two steps repeats
 * attempts, and loses none.
 */
public final class Settlement {
    /** Ours: the wait before another try at what a fault of ours kept from its endpoint. */
    static final Duration UNTRIED_WAIT = Duration.ofMinutes(1);

    private final boolean inPlace;
    private final DeliveryQueue retries;
    private final Deferrals deferrals;
    private final DeliveryQueue deadLetters;
    private final Duration deadLetterDelay;
    private final Payloads payloads;
    private final Metrics metrics;
    private final DeliveredKeeper delivered;
    private final InstantSource clock;
    private final DoubleSupplier chance;

    /**
     * The settlement for one queue.
     *
     * @param inPlace whether its messages are retries, which are rescheduled where they are
     * @param deferrals shared by all settlements, so that what they put off is merged
     * @param deadLetterDelay behaviour §5.1: 5 minutes between the last attempt and the write
     * @param delivered is told what ended as delivered
     * @param chance 0 (inclusive) to 1 (exclusive)
     */
    public Settlement(
            boolean inPlace,
            DeliveryQueue retries,
            Deferrals deferrals,
            DeliveryQueue deadLetters,
            Duration deadLetterDelay,
            Payloads payloads,
            Metrics metrics,
            DeliveredKeeper delivered,
            InstantSource clock,
            DoubleSupplier chance) {
        this.inPlace = inPlace;
        this.retries = retries;
        this.deferrals = deferrals;
        this.deadLetters = deadLetters;
        this.deadLetterDelay = deadLetterDelay;
        this.payloads = payloads;
        this.metrics = metrics;
        this.delivered = delivered;
        this.clock = clock;
        this.chance = chance;
    }

    /** One due time's tasks, with their positions in the pack they come from. */
    private record Part(List<Integer> ordinals, List<DeliveryTask> tasks) {
        Part() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        void add(int ordinal, DeliveryTask task) {
            ordinals.add(ordinal);
            tasks.add(task);
        }
    }

    /** What is put off to one destination, and the earliest of the times that its tasks must not be put off beyond. */
    private record PutOffPart(Part part, Instant latest) {
        PutOffPart with(int ordinal, DeliveryTask task, Instant taskLatest) {
            part.add(ordinal, task);
            return new PutOffPart(part, taskLatest.isBefore(latest) ? taskLatest : latest);
        }
    }

    private record Dropped(Settled settled, String reason) {}

    private record Delivered(DeliveryTask task, Event event) {}

    /** Where the tasks of one message go. */
    private static final class Outcome {
        final TreeMap<Instant, Part> retries = new TreeMap<>();
        final Map<Deferrals.Destination, PutOffPart> putOff = new LinkedHashMap<>();
        final Part deadLetters = new Part();
        final Part untried = new Part();
        final List<Dropped> dropped = new ArrayList<>();
        final List<Delivered> delivered = new ArrayList<>();

        Outcome delivered(DeliveryTask task, Event event) {
            delivered.add(new Delivered(task, event));
            return this;
        }

        Outcome retry(Instant due, int ordinal, DeliveryTask task) {
            retries.computeIfAbsent(due, key -> new Part()).add(ordinal, task);
            return this;
        }
    }

    /** Done when all of it is written down. Only what is put off may be waited for: it may be merged with what others put off. */
    CompletableFuture<Void> settle(HeldMessage held, DeliveryPack pack, List<Settled> settled, DeliveryLog log) {
        Instant now = clock.instant();
        double jitter = chance.getAsDouble();
        Outcome outcome = new Outcome();
        settled.stream()
                .sorted((one, other) -> Integer.compare(one.ordinal(), other.ordinal()))
                .forEach(each -> decide(each, now, jitter, outcome, log));
        putDeadLetters(pack, outcome.deadLetters, now);
        putUntried(pack, outcome.untried, now, log);
        putRetries(pack, outcome.retries, now);
        // Before the last step: a crash may count a drop twice, but none goes unsaid.
        outcome.dropped.forEach(each -> countDropped(each, held, log));
        if (!outcome.putOff.isEmpty()) {
            ended(outcome);
            return putOff(held, pack, outcome);
        }
        boolean isOurs = true;
        try {
            isOurs = end(held, pack, outcome.retries, now);
        } finally {
            if (isOurs) {
                ended(outcome);
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Counts what was delivered, and keeps it where it is kept. Not what was answered too late to be its end: whoever received its message
     * meanwhile tries it again, and counts that.
     */
    private void ended(Outcome outcome) {
        for (Delivered each : outcome.delivered) {
            SubscriptionRef subscription = each.task().subscription();
            metrics.add(Counter.DELIVERED_EVENT_COUNT, 1, subscription.topic(), subscription.name());
            delivered.keep(each.task(), each.event());
        }
    }

    /** A retry with nothing else left in it may carry the last part itself; all others go to messages of their own before it ends. */
    private CompletableFuture<Void> putOff(HeldMessage held, DeliveryPack pack, Outcome outcome) {
        boolean mayCarry = inPlace && outcome.retries.isEmpty();
        List<CompletableFuture<Void>> own = new ArrayList<>();
        Iterator<Map.Entry<Deferrals.Destination, PutOffPart>> parts =
                outcome.putOff.entrySet().iterator();
        while (true) {
            Map.Entry<Deferrals.Destination, PutOffPart> entry = parts.next();
            boolean isLast = !parts.hasNext();
            if (isLast && mayCarry) {
                return allOf(own)
                        .thenCompose(durable -> putOff(pack, entry, Optional.of(held)))
                        .thenRun(held::completeUnlessRewritten);
            }
            own.add(putOff(pack, entry, Optional.empty()));
            if (isLast) {
                return allOf(own).thenRun(() -> end(held, pack, outcome.retries, clock.instant()));
            }
        }
    }

    private static CompletableFuture<Void> allOf(List<CompletableFuture<Void>> all) {
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> putOff(
            DeliveryPack pack, Map.Entry<Deferrals.Destination, PutOffPart> entry, Optional<HeldMessage> carrier) {
        Part part = entry.getValue().part();
        return deferrals.putOff(
                entry.getKey(),
                new Deferrals.Part(
                        pack.childId("retry", part.ordinals()),
                        part.tasks(),
                        entry.getValue().latest(),
                        carrier));
    }

    private void decide(Settled settled, Instant now, double jitter, Outcome outcome, DeliveryLog log) {
        if (!settled.dropped().isEmpty()) {
            outcome.dropped.add(new Dropped(settled, settled.dropped()));
        } else if (settled.givenUp().isPresent()) {
            giveUp(settled, settled.task().state(), settled.givenUp().get(), outcome);
        } else if (settled.putOff().isPresent()) {
            putOff(settled, settled.putOff().get(), now, outcome);
        } else if (settled.fault().isPresent()) {
            outcome.untried.add(settled.ordinal(), settled.task());
        } else {
            decideAttempted(settled, now, jitter, outcome, log);
        }
    }

    /** An attempt, judged. */
    private record Judged(TaskState state, NextStep next) {}

    private void decideAttempted(Settled settled, Instant now, double jitter, Outcome outcome, DeliveryLog log) {
        Judged judged = judge(settled, now, jitter);
        if (!settled.attempt().orElseThrow().isReported()) {
            report(settled, judged, log);
        }
        judged.next()
                .match(
                        () -> outcome.delivered(
                                settled.task().with(judged.state()),
                                settled.event().orElseThrow()),
                        due -> outcome.retry(
                                due, settled.ordinal(), settled.task().with(judged.state())),
                        reason -> giveUp(settled, judged.state(), reason, outcome));
    }

    /** Logs and counts an attempt that will be settled later. */
    void report(Settled settled, Instant now, DeliveryLog log) {
        report(settled, judge(settled, now, 0), log);
    }

    private static Judged judge(Settled settled, Instant now, double jitter) {
        Settled.Attempt attempt = settled.attempt().orElseThrow();
        RetryPolicy policy = settled.subscription().orElseThrow().retryPolicy();
        TaskState state = settled.task()
                .state()
                .attempted(
                        attempt.started(),
                        attempt.answer().outcome(),
                        attempt.answer().status());
        NextStep next = attempt.answer()
                .next(policy, state.attempts(), attempt.waitFrom().orElse(now), jitter);
        return new Judged(state, next);
    }

    private void report(Settled settled, Judged judged, DeliveryLog log) {
        Settled.Attempt attempt = settled.attempt().orElseThrow();
        EventSubscription subscription = settled.subscription().orElseThrow().subscription();
        Answer answer = attempt.answer();
        log.attempt(
                new DeliveryAttempt(
                        settled.task().subscription(),
                        settled.eventId(),
                        settled.eventType(),
                        subscription.destination().endpointHost(),
                        judged.state().attempts(),
                        answer.outcome(),
                        answer.status(),
                        attempt.duration(),
                        answer.detail(),
                        answer.response()),
                judged.next());
        count(subscription, answer, attempt.duration());
    }

    /** No attempt is counted. What must not wait that long is due at a time of its own. */
    private static void putOff(Settled settled, Settled.PutOff putOff, Instant now, Outcome outcome) {
        ResolvedSubscription resolved = settled.subscription().orElseThrow();
        TaskState before = settled.task().state();
        DeliveryTask task =
                settled.task().with(putOff.heldBack().map(before::heldBack).orElse(before));
        Instant latest = resolved.retryPolicy().putOffLatest(task.event().publishTime(), before.attempts(), now);
        if (latest.isBefore(putOff.wanted())) {
            outcome.retry(latest, settled.ordinal(), task);
            return;
        }
        Deferrals.Destination destination = Deferrals.Destination.of(resolved, putOff.wanted());
        outcome.putOff.compute(destination, (key, part) -> (part == null ? new PutOffPart(new Part(), latest) : part)
                .with(settled.ordinal(), task, latest));
    }

    private static Outcome giveUp(Settled settled, TaskState state, DeadLetterReason reason, Outcome outcome) {
        if (settled.subscription().orElseThrow().hasDeadLetterDestination()) {
            outcome.deadLetters.add(settled.ordinal(), settled.task().with(state.givenUp(reason)));
        } else {
            outcome.dropped.add(new Dropped(settled, reason.wireName()));
        }
        return outcome;
    }

    private void putDeadLetters(DeliveryPack pack, Part part, Instant now) {
        if (part.tasks().isEmpty()) {
            return;
        }
        Instant due = now.plus(deadLetterDelay);
        Duration delay = Delays.until(due, now);
        DeliveryPack deadLetterPack = DeliveryPack.of(
                pack.childId("deadletter", part.ordinals()), due, payloads.keptUntil(part.tasks(), now.plus(delay)));
        deadLetters.put(PackCodec.encode(deadLetterPack), delay);
    }

    /** In a message of its own, as it was: no attempt is counted, and its time to live is told by the time it was due. */
    private void putUntried(DeliveryPack pack, Part part, Instant now, DeliveryLog log) {
        if (part.tasks().isEmpty()) {
            return;
        }
        log.trouble(
                part.tasks().size() + " deliveries were not tried, by a fault of ours", "tried after " + UNTRIED_WAIT);
        metrics.add(Counter.DEFERRED_MESSAGE_COUNT, 1, inPlace ? Pipeline.RETRIES : Pipeline.DELIVERIES, "OwnFailure");
        DeliveryPack untried = DeliveryPack.of(
                pack.childId("untried", part.ordinals()),
                pack.due(),
                payloads.keptUntil(part.tasks(), now.plus(UNTRIED_WAIT)));
        retries.put(PackCodec.encode(untried), UNTRIED_WAIT);
    }

    /** Puts every retry that needs a message of its own; what stays in {@code parts} takes the place of the message in hand. */
    private void putRetries(DeliveryPack pack, NavigableMap<Instant, Part> parts, Instant now) {
        while (parts.size() > (inPlace ? 1 : 0)) {
            Map.Entry<Instant, Part> part = parts.pollFirstEntry();
            Duration delay = Delays.until(part.getKey(), now);
            retries.put(PackCodec.encode(retryPack(pack, part, now.plus(delay))), delay);
        }
    }

    /** False: the message is somebody else's by now. */
    private boolean end(HeldMessage held, DeliveryPack pack, NavigableMap<Instant, Part> left, Instant now) {
        Map.Entry<Instant, Part> part = left.pollFirstEntry();
        if (part == null) {
            return held.complete();
        }
        Duration delay = Delays.until(part.getKey(), now);
        held.reschedule(retryPack(pack, part, now.plus(delay)), delay);
        return true;
    }

    /** Hides a pack that is not due: the hop of a delay that is longer than a message can be hidden for. */
    void putOff(HeldMessage held, DeliveryPack pack, Instant now) {
        hide(held, pack, Delays.until(pack.due(), now));
    }

    /** Hides a pack as it is; what it is due at stays, as its time to live is told by that. */
    void hide(HeldMessage held, DeliveryPack pack, Duration hidden) {
        Instant appears = clock.instant().plus(hidden);
        held.reschedule(pack.withTasks(payloads.keptUntil(pack.tasks(), appears)), hidden);
    }

    private DeliveryPack retryPack(DeliveryPack pack, Map.Entry<Instant, Part> part, Instant appears) {
        return DeliveryPack.of(
                pack.childId("retry", part.getValue().ordinals()),
                part.getKey(),
                payloads.keptUntil(part.getValue().tasks(), appears));
    }

    private void count(EventSubscription subscription, Answer answer, Duration duration) {
        String topic = subscription.topic();
        metrics.record(Timer.DESTINATION_PROCESSING_DURATION, duration, topic, subscription.name());
        if (answer.isDelivered()) {
            metrics.add(Counter.DELIVERY_SUCCESS_COUNT, 1, topic, subscription.name());
        } else {
            String errorType = answer.status() == 0 ? "NoResponse" : "HttpStatus" + answer.status();
            metrics.add(
                    Counter.DELIVERY_ATTEMPT_FAIL_COUNT,
                    1,
                    topic,
                    subscription.name(),
                    errorType,
                    answer.outcome().wireName());
        }
    }

    private void countDropped(Dropped dropped, HeldMessage held, DeliveryLog log) {
        var subscription = dropped.settled().task().subscription();
        if (dropped.reason().equals(Settled.PAYLOAD_MISSING)) {
            metrics.add(Counter.MISSING_PAYLOAD_COUNT, 1, inPlace ? Pipeline.RETRIES : Pipeline.DELIVERIES);
            log.trouble(
                    "payload of message " + held.messageId() + " is gone",
                    "taken for a duplicate of something that ended before");
        }
        metrics.add(Counter.DROPPED_EVENT_COUNT, 1, subscription.topic(), subscription.name(), dropped.reason());
        log.ended(subscription, dropped.settled().eventId(), "dropped", dropped.reason(), "");
    }
}
