package io.gridhook.app;

import io.gridhook.core.delivery.DeadLetterBlobs;
import io.gridhook.core.delivery.DeadLetterLabel;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.core.topic.DeadLetterDestinations;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.QueueMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Works on the messages of {@code deadletters}: one blob for each subscription of a pack, under a name that a repeated write has again.
 * A refused write is tried again for as long as the give-up time says (Event Grid: 4 hours), then its events are dropped.
 */
public final class DeadLetterWriter {
    /** Ours: the first wait after a refused write; it grows with the time that writes are refused. */
    private static final Duration WAIT_MIN = Duration.ofMinutes(1);
    /** Ours. */
    private static final Duration WAIT_MAX = Duration.ofMinutes(15);

    /**
     * Ours: well below the host's {@code functionTimeout}, which kills the process with all that it works on. A destination that
     * does not answer takes half a minute, and a pack may have hundreds of them.
     */
    private static final Duration WORK_MAX = Duration.ofMinutes(1);

    private final Inbox inbox;
    private final Catalog catalog;
    private final Payloads payloads;
    private final DeadLetterStore store;
    private final DeadLetterDestinations allowed;
    private final Duration giveUp;
    private final Metrics metrics;
    private final InstantSource clock;
    private final UnaryOperator<DeliveryLog> listeners;

    /**
     * The writer.
     *
     * @param allowed where may be written to now; another destination, saved when more was allowed, refuses its writes
     * @param giveUp how long refused writes are tried again, from the first refusal on
     * @param listeners hear what its log is told
     */
    public DeadLetterWriter(
            Inbox inbox,
            Catalog catalog,
            Payloads payloads,
            DeadLetterStore store,
            DeadLetterDestinations allowed,
            Duration giveUp,
            Metrics metrics,
            InstantSource clock,
            UnaryOperator<DeliveryLog> listeners) {
        this.inbox = inbox;
        this.catalog = catalog;
        this.payloads = payloads;
        this.store = store;
        this.allowed = allowed;
        this.giveUp = giveUp;
        this.metrics = metrics;
        this.clock = clock;
        this.listeners = listeners;
    }

    /** Works on one received message; throws, and the message comes back, only by a fault of ours. */
    public void write(QueueMessage message, DeliveryLog invocationLog) {
        DeliveryLog log = listeners.apply(invocationLog);
        LeasedMessage held = inbox.hold(message);
        inbox.open(
                held,
                log,
                pack -> {
                    write(held, pack, log);
                    return pack;
                },
                bulk -> {
                    throw new IllegalStateException("a bulk publish in " + inbox.queueName());
                });
    }

    private void write(LeasedMessage held, DeliveryPack pack, DeliveryLog log) {
        Instant now = clock.instant();
        if (now.plus(Deliverer.EARLY_MAX).isBefore(pack.due())) {
            held.reschedule(pack, Delays.until(pack.due(), now));
            return;
        }
        IdentityHashMap<PackedEvent, Optional<Event>> events = new IdentityHashMap<>();
        List<DeliveryTask> refused = new ArrayList<>();
        List<DeliveryTask> untried = new ArrayList<>();
        bySubscription(pack).forEach((ref, tasks) -> {
            if (clock.instant().isBefore(now.plus(WORK_MAX))) {
                refused.addAll(write(pack, ref, tasks, events, log));
            } else {
                untried.addAll(tasks);
            }
        });
        if (!untried.isEmpty()) {
            // The same id, so that a blob that is written twice has the same name; never refused so far, or as often as
            // before.
            held.putBeside(new DeliveryPack(pack.id(), pack.due(), pack.firstRefusedAt(), 0, untried));
        }
        if (refused.isEmpty()) {
            held.complete();
            return;
        }
        Instant firstRefusedAt = pack.firstRefusedAt().orElse(now);
        if (!now.isBefore(firstRefusedAt.plus(giveUp))) {
            refused.forEach(task -> drop(task, "DeadLetterDestinationUnavailable", log));
            held.complete();
            return;
        }
        Duration wait = waitAfter(Duration.between(firstRefusedAt, now));
        log.trouble(refused.size() + " dead letters were refused", "tried again after " + wait);
        List<DeliveryTask> kept = payloads.keptUntil(refused, now.plus(wait));
        held.reschedule(new DeliveryPack(pack.id(), now.plus(wait), Optional.of(firstRefusedAt), 0, kept), wait);
    }

    private static Map<SubscriptionRef, List<DeliveryTask>> bySubscription(DeliveryPack pack) {
        Map<SubscriptionRef, List<DeliveryTask>> grouped = new LinkedHashMap<>();
        pack.tasks().forEach(task -> grouped.computeIfAbsent(task.subscription(), key -> new ArrayList<>())
                .add(task));
        return grouped;
    }

    /** What was refused and is to be tried again. */
    private List<DeliveryTask> write(
            DeliveryPack pack,
            SubscriptionRef ref,
            List<DeliveryTask> tasks,
            IdentityHashMap<PackedEvent, Optional<Event>> events,
            DeliveryLog log) {
        Optional<ResolvedSubscription> subscription = catalog.find(ref);
        if (subscription.isEmpty()) {
            tasks.forEach(task -> drop(task, TaskResult.Dropped.SUBSCRIPTION_DELETED, log));
            return List.of();
        }
        Optional<DeadLetterDestination> destination =
                subscription.get().subscription().deadLetterDestination();
        if (destination.isEmpty()) {
            tasks.forEach(task -> drop(task, task.state().reason().orElseThrow().wireName(), log));
            return List.of();
        }
        Optional<String> refusal = allowed.refusal(destination.get());
        if (refusal.isPresent()) {
            log.trouble(
                    "dead letters of " + ref.topic() + "/" + ref.name() + " may not be written, " + refusal.get(),
                    "as if their container refused them");
            return tasks;
        }
        List<Letter> letters = read(tasks, events, log);
        if (letters.isEmpty()) {
            return List.of();
        }
        String name = DeadLetterBlobs.name(pack.id(), ref, tasks);
        JsonText content = DeadLetterBlobs.content(letters.stream()
                .map(letter -> DeadLetterBlobs.record(letter.task(), letter.event()))
                .toList());
        DeadLetterLabel label = new DeadLetterLabel(
                ref.topic(), ref.name(), letters.get(0).event().schema());
        return switch (store.write(destination.get(), name, label, content.toBytes())) {
            case WRITTEN -> {
                letters.forEach(letter -> written(letter, name, log));
                yield List.of();
            }
            case DESTINATION_NOT_FOUND -> {
                letters.forEach(letter -> drop(letter.task(), "DeadLetterDestinationNotFound", log));
                yield List.of();
            }
            case REFUSED -> letters.stream().map(Letter::task).toList();
        };
    }

    private record Letter(DeliveryTask task, Event event) {}

    private List<Letter> read(
            List<DeliveryTask> tasks, IdentityHashMap<PackedEvent, Optional<Event>> events, DeliveryLog log) {
        List<Letter> letters = new ArrayList<>();
        Payloads.Reader reader = payloads.reader(tasks);
        for (DeliveryTask task : tasks) {
            Optional<Event> read = events.computeIfAbsent(task.event(), reader::read);
            read.ifPresentOrElse(event -> letters.add(new Letter(task, event)), () -> {
                metrics.add(Counter.MISSING_PAYLOAD_COUNT, 1, inbox.queueName());
                drop(task, TaskResult.Dropped.PAYLOAD_MISSING, log);
            });
        }
        return letters;
    }

    private void written(Letter letter, String name, DeliveryLog log) {
        DeliveryTask task = letter.task();
        String reason = task.state().reason().orElseThrow().wireName();
        metrics.add(
                Counter.DEAD_LETTERED_COUNT,
                1,
                task.subscription().topic(),
                task.subscription().name(),
                reason);
        log.ended(task.subscription(), letter.event().attributes().id(), "deadLettered", reason, name);
    }

    private void drop(DeliveryTask task, String reason, DeliveryLog log) {
        metrics.add(
                Counter.DROPPED_EVENT_COUNT,
                1,
                task.subscription().topic(),
                task.subscription().name(),
                reason);
        log.ended(task.subscription(), Payloads.idOf(task.event()), "dropped", reason, "");
    }

    private static Duration waitAfter(Duration refusedFor) {
        if (refusedFor.compareTo(WAIT_MIN) < 0) {
            return WAIT_MIN;
        }
        return refusedFor.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : refusedFor;
    }
}
