package io.gridhook.app;

import io.gridhook.core.delivery.Batcher;
import io.gridhook.core.delivery.BulkPublish;
import io.gridhook.core.delivery.DeliveryAttributes;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.Event;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.QueueMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * Works on the messages of one queue, {@code deliveries} or {@code retries}: one attempt for every task that is due ({@link
 * DeliveryEngine}), then everything written down by {@link Settlement}.
 *
 * <pre>
 *  HTTP POST /topics/{t}/events      queue: deliveries (hot)        queue: retries (delayed)         blob: dead letters
 *         |                                |                              |                                ^
 *   PublishFunction                  DeliverFunction                RetryFunction                DeadLetterFunction (queue: deadletters)
 *         |                                |                              |                                |
 *    Publisher --- DeliveryPack -------> Deliverer <---------------------+                          DeadLetterWriter
 *    read schema,   (events once,          | AdmissionControl -> WebhookClient.post -> AttemptOutcome     |
 *    validate,       with the              v                                                               |
 *    match filters,  subscriptions    ResponseClassifier -> Verdict                                        |
 *    group commit    each goes to)    RetryPolicy.next(verdict, attempt, now) -> NextStep                  |
 *                                          |-- Complete            : counted, done                         |
 *                                          |-- RetryAt(due)        : retry pack, visibility = due - now -> retries
 *                                          |-- DeadLetter(reason)  : -> deadletters (5 min visibility) ----+
 * </pre>
 *
 * <p>While it has room, the instance that put a pack works on it itself ({@link FirstAttempts}), with no trigger between.
 */
public final class Deliverer {
    /** DESIGN §2: a message that shows this much early counts as due. */
    static final Duration EARLY_MAX = Duration.ofSeconds(5);

    private final Inbox inbox;
    private final Catalog catalog;
    private final Payloads payloads;
    private final EndpointKeys keys;
    private final BulkSplitter bulks;
    private final Holds holds;
    private final DeliveryEngine engine;
    private final Settlement settlement;
    private final UnaryOperator<DeliveryLog> listeners;
    private final InstantSource clock;

    /** The deliverer of the queue that {@code inbox} opens; {@code listeners} hear what its log is told. */
    Deliverer(
            Inbox inbox,
            Catalog catalog,
            Payloads payloads,
            EndpointKeys keys,
            BulkSplitter bulks,
            Holds holds,
            DeliveryEngine engine,
            Settlement settlement,
            UnaryOperator<DeliveryLog> listeners,
            InstantSource clock) {
        this.inbox = inbox;
        this.catalog = catalog;
        this.payloads = payloads;
        this.keys = keys;
        this.bulks = bulks;
        this.holds = holds;
        this.engine = engine;
        this.settlement = settlement;
        this.listeners = listeners;
        this.clock = clock;
    }

    /**
     * Works on one received message. When the result is done the message is settled: the host may delete it by the receipt it was
     * received with. It fails, and the message comes back, only by a fault of ours.
     */
    public CompletableFuture<Void> deliver(QueueMessage message, DeliveryLog invocationLog) {
        DeliveryLog log = listeners.apply(invocationLog);
        LeasedMessage held = inbox.hold(message);
        return inbox.open(held, log, pack -> deliver(held, pack, log), bulk -> split(held, bulk, log))
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    /**
     * Works on a message that this process put and hid; done when it is settled. It fails by a fault of ours, and then the message shows
     * when it is not hidden any more.
     *
     * @param events of the pack, as far as they are known without a read
     */
    CompletableFuture<Void> deliverOwn(
            LeasedMessage held, DeliveryPack pack, IdentityHashMap<PackedEvent, Event> events, DeliveryLog log) {
        inbox.has(pack);
        return attempt(held, pack, events, listeners.apply(log));
    }

    private CompletableFuture<Void> split(LeasedMessage held, BulkPublish bulk, DeliveryLog log) {
        bulks.split(held, bulk, log);
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> deliver(LeasedMessage held, DeliveryPack pack, DeliveryLog log) {
        Instant now = clock.instant();
        if (now.plus(EARLY_MAX).isBefore(pack.due())) {
            settlement.defer(held, pack, now);
            return CompletableFuture.completedFuture(null);
        }
        return attempt(held, pack, new IdentityHashMap<>(), log);
    }

    private CompletableFuture<Void> attempt(
            LeasedMessage leased, DeliveryPack pack, IdentityHashMap<PackedEvent, Event> events, DeliveryLog log) {
        List<TaskReport> reports = new ArrayList<>();
        List<Batch> batches = plan(pack, events, reports);
        DeliveryRound.Message message = new DeliveryRound.Message(leased, pack, settlement, log);
        return engine.deliver(inbox.queueName(), message, batches, reports);
    }

    /** What is to be sent, by subscription and number of attempts made; what is not is settled at once. */
    private List<Batch> plan(DeliveryPack pack, IdentityHashMap<PackedEvent, Event> known, List<TaskReport> settled) {
        Map<SubscriptionRef, Optional<ResolvedSubscription>> subscriptions = new HashMap<>();
        Map<SubscriptionRef, Optional<Admission.Refused>> holding = new HashMap<>();
        // An event for many subscriptions is one instance, and one read where a blob holds it.
        IdentityHashMap<PackedEvent, Optional<Event>> events = new IdentityHashMap<>();
        known.forEach((named, event) -> events.put(named, Optional.of(event)));
        Map<GroupKey, Group> groups = new LinkedHashMap<>();
        Payloads.Reader reader = payloads.reader(pack.tasks());
        for (int ordinal = 0; ordinal < pack.tasks().size(); ordinal++) {
            DeliveryTask task = pack.tasks().get(ordinal);
            Optional<ResolvedSubscription> found = subscriptions.computeIfAbsent(task.subscription(), catalog::find);
            if (found.isEmpty()) {
                settled.add(TaskResult.Dropped.unread(ordinal, task, TaskResult.Dropped.SUBSCRIPTION_DELETED));
                continue;
            }
            Optional<DeadLetterReason> end = end(task, found.get().retryPolicy(), pack.due());
            Optional<Admission.Refused> held =
                    holding.computeIfAbsent(task.subscription(), ref -> holds.of(found.get()));
            if (held.isPresent() && end.isEmpty()) {
                settled.add(TaskResult.HeldBack.refused(ordinal, task, found.get(), held.get()));
                continue;
            }
            Optional<Event> event = events.computeIfAbsent(task.event(), reader::read);
            if (event.isEmpty()) {
                settled.add(TaskResult.Dropped.unread(ordinal, task, TaskResult.Dropped.PAYLOAD_MISSING));
                continue;
            }
            if (end.isPresent()) {
                settled.add(TaskResult.givenUp(
                        ordinal, task, event.get().attributes().id(), found.get(), end.get()));
            } else {
                int made = task.state().attempts();
                List<Header> headers = dynamicHeaders(found.get(), event.get());
                groups.computeIfAbsent(
                                new GroupKey(task.subscription(), made, headers),
                                key -> new Group(found.get(), made, headers, new ArrayList<>()))
                        .sendings()
                        .add(new Batch.Sending(ordinal, task, event.get()));
            }
        }
        List<Batch> batches = new ArrayList<>();
        groups.values().forEach(group -> cut(group, batches));
        return batches;
    }

    /** Why a task that is due is not tried. Its attempts can be used up by one that was handed off and never heard of again. */
    private static Optional<DeadLetterReason> end(DeliveryTask task, RetryPolicy policy, Instant due) {
        if (task.state().attempts() >= policy.maxDeliveryAttempts()) {
            return Optional.of(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED);
        }
        return policy.isExpired(task.event().publishTime(), due)
                ? Optional.of(DeadLetterReason.TIME_TO_LIVE_EXCEEDED)
                : Optional.empty();
    }

    private void cut(Group group, List<Batch> batches) {
        ResolvedSubscription subscription = group.subscription();
        String endpoint = keys.ofEndpoint(subscription.subscription());
        ResolvedSubscription.Batching batching = subscription.batching();
        boolean wasTooLarge = group.sendings().stream().anyMatch(Batch.Sending::wasTooLarge);
        int made = group.attemptsMade();
        int most = Batcher.most(batching.maxEvents(), subscription.retryPolicy(), made, wasTooLarge);
        Batcher.cut(group.sendings(), most, batching.preferredBytes(), Batch.Sending::bytes)
                .forEach(batch -> batches.add(new Batch(
                        subscription, made, batch, endpoint, most, group.dynamicHeaders(), Optional.empty())));
    }

    /** Nothing where there is no batch whose events must agree. */
    private static List<Header> dynamicHeaders(ResolvedSubscription subscription, Event event) {
        return subscription.batching().isOn()
                ? DeliveryAttributes.dynamic(subscription.subscription().destination(), event)
                : List.of();
    }

    private record GroupKey(SubscriptionRef subscription, int attemptsMade, List<Header> dynamicHeaders) {}

    /** What is settled as one: the same subscription and own headers, and as many attempts made, which say when it is due again. */
    private record Group(
            ResolvedSubscription subscription,
            int attemptsMade,
            List<Header> dynamicHeaders,
            List<Batch.Sending> sendings) {}
}
