package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.Packer;
import io.gridhook.core.retry.Jitter;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.DeliveryQueue;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;

/**
 * Puts off what cannot be tried now. What goes to the same endpoint and is put off to the same time at the same time is merged into one
 * message (DESIGN §2): a backlog of single events becomes a few packs, and stays cheap however often its endpoint is found in
 * probation.
 *
 * <p>Where one of the merged messages is a retry, it takes the others in, by one atomic update; only then do these end. A crash between
 * the two repeats the others, and loses none. So merging costs no transaction that leaving them apart would not have cost too.
 */
final class Deferrals {
    /**
     * Ours: a line this long means that storage does not keep up; then the messages come back by themselves. What is merged makes one
     * pack, so that none of it, a publish above all, is put in part.
     */
    private static final GroupCommit.Limits LIMITS =
            new GroupCommit.Limits(PackCodec.BYTES_MAX, Packer.TASKS_MAX, 10_000, 4, Duration.ofMinutes(1));

    /**
     * What is merged.
     *
     * @param endpointUrl where to
     * @param wanted when it is to be tried again, before jitter
     */
    record Destination(String endpointUrl, Instant wanted, Jitter jitter) {
        static Destination of(ResolvedSubscription resolved, Instant wanted) {
            return new Destination(
                    resolved.subscription().destination().endpointUrl(),
                    wanted,
                    // Nobody is called when a pause is looked at, so that there is no crowd to spread.
                    resolved.subscription().deliveryState().isPaused()
                            ? Jitter.NONE
                            : resolved.retryPolicy().profile().jitter());
        }
    }

    /**
     * The part of one message that is put off to one destination.
     *
     * @param id of the pack it would be alone
     * @param latest not to be put off beyond this; not before {@link Destination#wanted}
     * @param carrier the retry that may be updated to hold it, and whatever it is merged with: then there is nothing else in it
     */
    record Part(UUID id, List<DeliveryTask> tasks, Instant latest, Optional<LeasedMessage> carrier) {
        /** Ours: merging it again and again would only copy it. */
        private boolean isFull(long weight) {
            return tasks.size() > Packer.TASKS_MAX / 2 || weight > PackCodec.BYTES_MAX / 2;
        }
    }

    private final DeliveryQueue retries;
    private final Payloads payloads;
    private final InstantSource clock;
    private final DoubleSupplier chance;
    private final Executor executor;
    private final Map<Destination, GroupCommit<Part>> lines = new ConcurrentHashMap<>();

    Deferrals(DeliveryQueue retries, Payloads payloads, InstantSource clock, DoubleSupplier chance, Executor executor) {
        this.retries = retries;
        this.payloads = payloads;
        this.clock = clock;
        this.chance = chance;
        this.executor = executor;
    }

    /** Done when the part is durable: its own message is then either updated, or to be ended ({@link LeasedMessage#complete}). */
    CompletableFuture<Void> putOff(Destination destination, Part part) {
        long weight = Packer.weightOf(part.tasks());
        if (part.carrier().isPresent() && part.isFull(weight)) {
            write(destination, List.of(part));
            return CompletableFuture.completedFuture(null);
        }
        GroupCommit<Part> line = lines.computeIfAbsent(
                destination, key -> new GroupCommit<>(LIMITS, parts -> write(destination, parts), clock, executor));
        // No lock is held: who is told of a line's end may go on to another. A line that is forgotten now still writes.
        return line.submit(part, part.tasks().size(), weight)
                .whenComplete((durable, failure) -> forgetIfIdle(destination, line));
    }

    private void forgetIfIdle(Destination destination, GroupCommit<Part> line) {
        if (line.isIdle()) {
            lines.remove(destination, line);
        }
    }

    /** One message, and so one commit: into the carrier, or new. What a line weighs is what one pack may hold. */
    private void write(Destination destination, List<Part> parts) {
        Instant now = clock.instant();
        Instant due = due(destination, parts, now);
        Duration delay = Delays.until(due, now);
        List<DeliveryTask> tasks = payloads.keptUntil(
                parts.stream().flatMap(part -> part.tasks().stream()).toList(), now.plus(delay));
        UUID id = DeliveryPack.mergedId(parts.stream().map(Part::id).toList());
        DeliveryPack pack = DeliveryPack.of(id, due, tasks);
        Optional<LeasedMessage> carrier =
                parts.stream().flatMap(part -> part.carrier().stream()).findFirst();
        if (carrier.isPresent()) {
            carrier.get().reschedule(pack, delay);
        } else {
            retries.put(PackCodec.encode(pack), delay);
        }
    }

    private Instant due(Destination destination, List<Part> parts, Instant now) {
        Duration wait = Duration.between(now, destination.wanted());
        Instant jittered = destination.wanted().plus(destination.jitter().of(wait, chance.getAsDouble()));
        return parts.stream()
                .map(Part::latest)
                .filter(jittered::isAfter)
                .min(Instant::compareTo)
                .orElse(jittered);
    }
}
