package io.gridhook.app;

import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.Metrics.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Writes the results of a message's tasks, so that at every step each task is in some message: first the dead letters and the retries that
 * need messages of their own, last the message itself, which is rescheduled in place or ended. A crash between two steps repeats attempts,
 * and loses no event.
 */
final class Settlement {
    /** Gridhook's choice: the wait before another try of a task that an internal fault kept from its endpoint. */
    static final Duration UNTRIED_WAIT = Duration.ofMinutes(1);

    private final boolean inPlace;
    private final Ports ports;
    private final Duration deadLetterDelay;
    private final Deferrals deferrals;
    private final Payloads payloads;
    private final DeliveredKeeper delivered;

    /**
     * The settlement for one queue.
     *
     * @param inPlace whether its messages are retries, which are rescheduled where they are
     * @param deadLetterDelay behaviour §5.1: 5 minutes between the last attempt and the write
     * @param deferrals shared by all settlements, so that deferred tasks of all messages are merged
     * @param delivered is told of each delivered event
     */
    Settlement(
            boolean inPlace,
            Ports ports,
            Duration deadLetterDelay,
            Deferrals deferrals,
            Payloads payloads,
            DeliveredKeeper delivered) {
        this.inPlace = inPlace;
        this.ports = ports;
        this.deadLetterDelay = deadLetterDelay;
        this.deferrals = deferrals;
        this.payloads = payloads;
        this.delivered = delivered;
    }

    /** Completes when all of it is durable. Only deferred tasks are waited for: they may be merged with those of other messages. */
    CompletableFuture<Void> settle(
            LeasedMessage held, DeliveryPack pack, List<? extends TaskReport> reports, DeliveryLog log) {
        return new MessageSettlement(held, pack, log).settle(reports);
    }

    /** Logs and counts an attempt that is settled later. */
    void log(Attempted attempted, Instant now, DeliveryLog log) {
        log(attempted, attempted.next(now, 0), log);
    }

    private void log(Attempted attempted, NextStep next, DeliveryLog log) {
        log.attempt(attempted.entry(), next);
        EventSubscription subscription = attempted.subscription().subscription();
        String topic = subscription.topic();
        String name = subscription.name();
        Answer answer = attempted.answer();
        ports.metrics()
                .record(
                        Timer.DESTINATION_PROCESSING_DURATION,
                        attempted.attempt().duration(),
                        topic,
                        name);
        if (answer.isDelivered()) {
            ports.metrics().add(Counter.DELIVERY_SUCCESS_COUNT, 1, topic, name);
        } else {
            String errorType = answer.status() == 0 ? "NoResponse" : "HttpStatus" + answer.status();
            String outcome = answer.outcome().wireName();
            ports.metrics().add(Counter.DELIVERY_ATTEMPT_FAIL_COUNT, 1, topic, name, errorType, outcome);
        }
    }

    /** Defers a pack that is not due: one hop of a delay that exceeds the longest visibility delay. */
    void defer(LeasedMessage held, DeliveryPack pack, Instant now) {
        hide(held, pack, Delays.until(pack.due(), now));
    }

    /** Hides a pack unchanged. Its due time stays, as expiry is judged by it. */
    void hide(LeasedMessage held, DeliveryPack pack, Duration hidden) {
        Instant appears = ports.clock().instant().plus(hidden);
        held.reschedule(pack.withTasks(payloads.keptUntil(pack.tasks(), appears)), hidden);
    }

    /** Tasks for one message, with their positions in the pack they come from. */
    private static final class Part {
        private final List<Integer> ordinals = new ArrayList<>();
        private final List<DeliveryTask> tasks = new ArrayList<>();
        /** The time that none of them may be deferred beyond. */
        private Instant latest = Instant.MAX;

        void add(TaskResult result) {
            ordinals.add(result.ordinal());
            tasks.add(result.task());
        }

        void addUntil(Instant resultLatest, TaskResult result) {
            add(result);
            latest = resultLatest.isBefore(latest) ? resultLatest : latest;
        }
    }

    /** One message: first its results are collected by where they go, then each part is written. */
    private final class MessageSettlement {
        private final LeasedMessage held;
        private final DeliveryPack pack;
        private final DeliveryLog log;
        private final Instant now = ports.clock().instant();
        private final double jitter = ports.chance().getAsDouble();

        private final NavigableMap<Instant, Part> toRetry = new TreeMap<>();
        private final Map<Deferrals.Destination, Part> toDefer = new LinkedHashMap<>();
        private final Part toDeadLetter = new Part();
        private final Part toTry = new Part();
        private final List<TaskResult.Dropped> toDrop = new ArrayList<>();
        private final List<TaskResult.Delivered> toKeep = new ArrayList<>();

        MessageSettlement(LeasedMessage held, DeliveryPack pack, DeliveryLog log) {
            this.held = held;
            this.pack = pack;
            this.log = log;
        }

        CompletableFuture<Void> settle(List<? extends TaskReport> reports) {
            TaskResult.Cases collect = new TaskResult.Cases(
                    toKeep::add,
                    retried -> retry(retried.due(), retried),
                    toDeadLetter::add,
                    toDrop::add,
                    this::heldBack,
                    toTry::add);
            reports.stream()
                    .sorted(Comparator.comparingInt(TaskReport::ordinal))
                    .forEach(report -> report.result(this::decide).match(collect));
            putDeadLetters();
            putUntried();
            putRetries();
            // Before the last step: a crash may count a drop twice, but every drop is counted and logged.
            toDrop.forEach(this::countDropped);
            if (!toDefer.isEmpty()) {
                countDelivered();
                return defer();
            }
            boolean isOurs = true;
            try {
                isOurs = end(now);
            } finally {
                if (isOurs) {
                    countDelivered();
                }
            }
            return CompletableFuture.completedFuture(null);
        }

        private TaskResult decide(Attempted attempted) {
            NextStep next = attempted.next(now, jitter);
            if (!attempted.attempt().isLogged()) {
                log(attempted, next, log);
            }
            return attempted.followedBy(next);
        }

        /** A task that may not wait as long as the others of its destination is due at a time of its own. */
        private void heldBack(TaskResult.HeldBack result) {
            DeliveryTask task = result.task();
            Instant latest = result.subscription()
                    .retryPolicy()
                    .putOffLatest(task.event().publishTime(), task.state().attempts(), now);
            if (latest.isBefore(result.until())) {
                retry(latest, result);
            } else {
                toDefer.computeIfAbsent(
                                Deferrals.Destination.of(result.subscription(), result.until()), key -> new Part())
                        .addUntil(latest, result);
            }
        }

        private void retry(Instant due, TaskResult result) {
            toRetry.computeIfAbsent(due, key -> new Part()).add(result);
        }

        private void putDeadLetters() {
            if (!toDeadLetter.tasks.isEmpty()) {
                Instant due = now.plus(deadLetterDelay);
                put(ports.deadLetters(), "deadletter", toDeadLetter, due, Delays.until(due, now));
            }
        }

        /** In a message of their own, unchanged: no attempt is counted. The due time stays, as expiry is judged by it. */
        private void putUntried() {
            if (!toTry.tasks.isEmpty()) {
                log.trouble(
                        toTry.tasks.size() + " deliveries were not tried, by a fault of ours",
                        "tried after " + UNTRIED_WAIT);
                ports.metrics().add(Counter.DEFERRED_MESSAGE_COUNT, 1, queueName(), "OwnFailure");
                put(ports.retries(), "untried", toTry, pack.due(), UNTRIED_WAIT);
            }
        }

        /** Puts every retry that needs a message of its own; the retry that is left replaces the content of the message. */
        private void putRetries() {
            while (toRetry.size() > (inPlace ? 1 : 0)) {
                Map.Entry<Instant, Part> retry = toRetry.pollFirstEntry();
                put(ports.retries(), "retry", retry.getValue(), retry.getKey(), Delays.until(retry.getKey(), now));
            }
        }

        private void put(DeliveryQueue queue, String kind, Part part, Instant due, Duration delay) {
            queue.put(PackCodec.encode(packOf(kind, part, due, now.plus(delay))), delay);
        }

        private DeliveryPack packOf(String kind, Part part, Instant due, Instant appears) {
            return DeliveryPack.of(pack.childId(kind, part.ordinals), due, payloads.keptUntil(part.tasks, appears));
        }

        private void countDropped(TaskResult.Dropped result) {
            SubscriptionRef subscription = result.task().subscription();
            if (result.reason().equals(TaskResult.Dropped.PAYLOAD_MISSING)) {
                ports.metrics().add(Counter.MISSING_PAYLOAD_COUNT, 1, queueName());
                log.trouble(
                        "payload of message " + held.messageId() + " is gone",
                        "taken for a duplicate of something that ended before");
            }
            ports.metrics()
                    .add(Counter.DROPPED_EVENT_COUNT, 1, subscription.topic(), subscription.name(), result.reason());
            log.ended(subscription, result.eventId(), "dropped", result.reason(), "");
        }

        private String queueName() {
            return inPlace ? Pipeline.RETRIES : Pipeline.DELIVERIES;
        }

        /**
         * Counts delivered events, and keeps them where they are kept. A late success whose message another instance received meanwhile is
         * skipped: that instance tries the event again, and counts it.
         */
        private void countDelivered() {
            for (TaskResult.Delivered each : toKeep) {
                SubscriptionRef subscription = each.task().subscription();
                ports.metrics().add(Counter.DELIVERED_EVENT_COUNT, 1, subscription.topic(), subscription.name());
                delivered.keep(each.task(), each.event());
            }
        }

        /** A retry with nothing else left in it may carry the last part itself; all others go to messages of their own before it ends. */
        private CompletableFuture<Void> defer() {
            List<Map.Entry<Deferrals.Destination, Part>> parts = List.copyOf(toDefer.entrySet());
            boolean carriesLast = inPlace && toRetry.isEmpty();
            int own = parts.size() - (carriesLast ? 1 : 0);
            CompletableFuture<Void> durable = CompletableFuture.allOf(parts.stream()
                    .limit(own)
                    .map(part -> defer(part, Optional.empty()))
                    .toArray(CompletableFuture[]::new));
            return carriesLast
                    ? durable.thenCompose(done -> defer(parts.get(own), Optional.of(held)))
                            .thenRun(held::completeUnlessRewritten)
                    : durable.thenRun(() -> end(ports.clock().instant()));
        }

        private CompletableFuture<Void> defer(
                Map.Entry<Deferrals.Destination, Part> destination, Optional<LeasedMessage> carrier) {
            Part part = destination.getValue();
            return deferrals.putOff(
                    destination.getKey(),
                    new Deferrals.Part(pack.childId("retry", part.ordinals), part.tasks, part.latest, carrier));
        }

        /** Reschedules the message for the retry that is left, else completes it. False: another instance has it by now. */
        private boolean end(Instant ended) {
            Map.Entry<Instant, Part> left = toRetry.pollFirstEntry();
            if (left == null) {
                return held.complete();
            }
            Duration delay = Delays.until(left.getKey(), ended);
            held.reschedule(packOf("retry", left.getValue(), left.getKey(), ended.plus(delay)), delay);
            return true;
        }
    }
}
