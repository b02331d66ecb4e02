package io.gridhook.core.delivery;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The unit of storage: tasks that share one queue message. An event that several of them deliver is held once (the same
 * {@link PackedEvent} instance).
 *
 * @param id names the dead-letter blobs that come of it; every rewriting of a pack has another
 * @param due not to be worked on before
 * @param firstRefusedAt in dead-letter packs: when the first write to the destination was refused
 * @param settledReceives how often its message had been received when this content was written into it: receives after that which did
 *     not end it were our failures. 0 in a new message
 * @param tasks at least one
 */
public record DeliveryPack(
        UUID id, Instant due, Optional<Instant> firstRefusedAt, long settledReceives, List<DeliveryTask> tasks) {
    public DeliveryPack {
        tasks = List.copyOf(tasks);
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("tasks: 0 (expected: 1 or more)");
        }
    }

    /** A pack for a new message. */
    public static DeliveryPack of(UUID id, Instant due, List<DeliveryTask> tasks) {
        return new DeliveryPack(id, due, Optional.empty(), 0, tasks);
    }

    public DeliveryPack settledAfter(long receives) {
        return new DeliveryPack(id, due, firstRefusedAt, receives, tasks);
    }

    public DeliveryPack withTasks(List<DeliveryTask> newTasks) {
        return new DeliveryPack(id, due, firstRefusedAt, settledReceives, newTasks);
    }

    /**
     * The id of a pack made of some of this one's tasks. The same part of the same pack gets the same id, so that what is done again
     * after a crash overwrites what was done before; another part, or the same tasks one attempt later, gets another.
     *
     * @param kind {@code "retry"}, {@code "deadletter"} or another word for what it is made for
     * @param ordinals the positions of the tasks in {@link #tasks}
     */
    public UUID childId(String kind, List<Integer> ordinals) {
        return UUID.nameUUIDFromBytes((id + kind + ordinals).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The id of a pack that parts of several were merged into: the same for the same parts.
     *
     * @param parts the ids that the parts would have alone, in their order
     */
    public static UUID mergedId(List<UUID> parts) {
        return parts.size() == 1
                ? parts.get(0)
                : UUID.nameUUIDFromBytes(("merged" + parts).getBytes(StandardCharsets.UTF_8));
    }
}
