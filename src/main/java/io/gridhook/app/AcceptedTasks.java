package io.gridhook.app;

import io.gridhook.app.Matching.Matched;
import io.gridhook.core.delivery.BulkPublish;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.Packer;
import io.gridhook.core.delivery.PayloadNames;
import io.gridhook.core.event.Event;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.PayloadStore;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Makes the tasks of accepted requests durable, all of a request or nothing. A request that fits a pack shares its put with those that come
 * at the same time; a larger one is a blob and one message; what goes to one endpoint that is left alone waits with others of it.
 */
final class AcceptedTasks {
    /** Ours: a publish is refused rather than kept waiting longer in the line. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(10);
    /** Ours: requests waiting for a put on one instance. */
    private static final int WAITING_MAX = 10_000;
    /** Ours: full packs that are put at the same time. */
    private static final int PUTS_MAX = 8;

    private final HealthWriter health;
    private final Holds holds;
    private final Deferrals deferrals;
    private final FirstAttempts firstAttempts;
    private final DeliveryQueue deliveries;
    private final PayloadStore payloads;
    private final InstantSource clock;
    private final Supplier<UUID> newId;
    private final GroupCommit<List<DeliveryTask>> commits;

    AcceptedTasks(Ports ports, HealthWriter health, Holds holds, Deferrals deferrals, FirstAttempts firstAttempts) {
        this.health = health;
        this.holds = holds;
        this.deferrals = deferrals;
        this.firstAttempts = firstAttempts;
        this.deliveries = ports.deliveries();
        this.payloads = ports.payloads();
        this.clock = ports.clock();
        this.newId = ports.ids();
        GroupCommit.Limits limits =
                new GroupCommit.Limits(PackCodec.BYTES_MAX, Packer.TASKS_MAX, WAITING_MAX, PUTS_MAX, WAIT_MAX);
        this.commits = new GroupCommit<>(limits, this::putTogether, clock, ports.executor());
    }

    /** Done when all of it is durable. It fails, or throws, with what kept it from that. */
    CompletableFuture<Void> store(Matched matched, Instant now) {
        List<DeliveryTask> tasks = matched.tasks();
        if (tasks.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        if (Packer.fits(tasks)) {
            return heldAt(matched.subscriptions(), now)
                    .map(held -> putOff(held, tasks))
                    .orElseGet(() -> commits.submit(tasks, tasks.size(), Packer.bytesOf(tasks)));
        }
        try {
            putAlone(tasks, now);
            return CompletableFuture.completedFuture(null);
        } catch (StorageUnavailableException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private record Held(Deferrals.Destination destination, Instant latest, DeliveryOutcome outcome) {}

    /**
     * Present if all of them go to one endpoint, which is held back or known to be in probation: to look at them before that ends is of no
     * use.
     */
    private Optional<Held> heldAt(List<ResolvedSubscription> subscriptions, Instant now) {
        Optional<Held> all = Optional.empty();
        for (ResolvedSubscription each : subscriptions) {
            Optional<Held> held = refusal(each).map(refusal -> held(each, refusal, now));
            if (held.isEmpty()
                    || held.get().latest().isBefore(held.get().destination().wanted())
                    || all.filter(other ->
                                    !other.destination().equals(held.get().destination()))
                            .isPresent()) {
                return Optional.empty();
            }
            all = all.filter(other -> other.latest().isBefore(held.get().latest()))
                    .or(() -> held);
        }
        return all;
    }

    private Optional<Admission.Refused> refusal(ResolvedSubscription resolved) {
        return holds.of(resolved).or(() -> health.askNow(resolved).flatMap(Admission::refusal));
    }

    private static Held held(ResolvedSubscription resolved, Admission.Refused refusal, Instant now) {
        return new Held(
                Deferrals.Destination.of(resolved, refusal.until()),
                resolved.retryPolicy().putOffLatest(now, 0, now),
                refusal.outcome());
    }

    private CompletableFuture<Void> putOff(Held held, List<DeliveryTask> tasks) {
        List<DeliveryTask> waiting = tasks.stream()
                .map(task -> task.with(task.state().heldBack(held.outcome())))
                .toList();
        return deferrals.putOff(
                held.destination(), new Deferrals.Part(newId.get(), waiting, held.latest(), Optional.empty()));
    }

    /** The sum of the requests' own sizes bounds the pack of them all. */
    private void putTogether(List<List<DeliveryTask>> requests) {
        List<DeliveryTask> tasks = requests.stream().flatMap(List::stream).toList();
        firstAttempts.put(DeliveryPack.of(newId.get(), clock.instant(), tasks), new IdentityHashMap<>());
    }

    /** The blob first, then the one message that makes it count; a blob without a message is swept by age. */
    private void putAlone(List<DeliveryTask> tasks, Instant now) {
        UUID id = newId.get();
        String name = PayloadNames.of(now, id);
        DeliveryPack pack = DeliveryPack.of(id, now, tasks);
        try {
            payloads.put(name, PackCodec.toBytes(pack));
        } catch (StorageUnavailableException e) {
            // Whatever became of the blob: without a message it does not count.
            throw e.refused();
        }
        Optional<DeliveryPack> kept = tasks.size() <= Packer.TASKS_MAX ? kept(name, pack) : Optional.empty();
        if (kept.isPresent()) {
            firstAttempts.put(kept.get(), eventsOf(kept.get().tasks(), tasks));
        } else {
            deliveries.put(PackCodec.encode(new BulkPublish(id, name, 0, 0)), Duration.ZERO);
        }
    }

    /** One message that names what it leaves in the blob: the large events, or all of them. */
    private static Optional<DeliveryPack> kept(String name, DeliveryPack pack) {
        return Optional.of(PackCodec.leftIn(name, pack, Packer.INLINE_BYTES_MAX))
                .filter(left -> Packer.fits(left.tasks()))
                .or(() -> Optional.of(PackCodec.leftIn(name, pack, 0)).filter(left -> Packer.fits(left.tasks())));
    }

    /** What the blob holds, by what names it in the message. */
    private static IdentityHashMap<PackedEvent, Event> eventsOf(List<DeliveryTask> kept, List<DeliveryTask> tasks) {
        IdentityHashMap<PackedEvent, Event> events = new IdentityHashMap<>();
        for (int i = 0; i < kept.size(); i++) {
            PackedEvent named = kept.get(i).event();
            tasks.get(i)
                    .event()
                    .payload()
                    .match(inline -> events.put(named, inline.event()), elsewhere -> events.get(named));
        }
        return events;
    }
}
