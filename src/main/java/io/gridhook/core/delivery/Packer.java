package io.gridhook.core.delivery;

import io.gridhook.core.event.TraceContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Puts tasks into packs that fit a message. Every task is counted at the size it can never exceed, so that a pack can be written again
 * whatever happens to its tasks.
 */
public final class Packer {
    /** Ours: keeps one invocation short. */
    public static final int TASKS_MAX = 512;

    /**
     * Ours: what one pack may send in all, but for a single task. Whoever delivers a pack holds its events and all its requests in
     * memory: an event of 1 MB for 500 subscriptions would be 500 MB.
     */
    public static final long SENT_BYTES_MAX = 4L * 1024 * 1024;

    /** Ours: in a publish too large for one pack, events above this stay in the blob instead of being copied into several packs. */
    public static final int INLINE_BYTES_MAX = 8 * 1024;

    private final IdentityHashMap<PackedEvent, Boolean> events = new IdentityHashMap<>();
    private final Set<SubscriptionRef> subscriptions = new HashSet<>();
    private final Set<TraceContext> traces = new HashSet<>();
    private final List<DeliveryTask> tasks = new ArrayList<>();
    private int bytes = PackCodec.headerLength();
    private long sentBytes;

    private Packer() {}

    /** The binary bytes that a pack of these tasks takes, now and ever after. */
    public static long bytesOf(List<DeliveryTask> tasks) {
        IdentityHashMap<PackedEvent, Boolean> events = new IdentityHashMap<>();
        Set<SubscriptionRef> subscriptions = new HashSet<>();
        Set<TraceContext> traces = new HashSet<>();
        long bytes = PackCodec.headerLength();
        for (DeliveryTask task : tasks) {
            bytes += PackCodec.TASK_BYTES;
            bytes += events.put(task.event(), true) == null ? length(task.event(), traces) : 0;
            bytes += subscriptions.add(task.subscription()) ? PackCodec.length(task.subscription()) : 0;
        }
        return bytes;
    }

    /** With its trace, if that is not among these yet. */
    private static int length(PackedEvent event, Set<TraceContext> traces) {
        boolean isNew = event.trace().isPresent() && traces.add(event.trace().get());
        return PackCodec.length(event)
                + (isNew ? PackedTrace.length(event.trace().get()) : 0);
    }

    private int lengthWith(PackedEvent event) {
        boolean isNew =
                event.trace().isPresent() && !traces.contains(event.trace().get());
        return PackCodec.length(event)
                + (isNew ? PackedTrace.length(event.trace().get()) : 0);
    }

    /**
     * How much of a pack these tasks take, in shares of {@link PackCodec#BYTES_MAX}: by their bytes, or by what they send, whichever is
     * nearer to its limit. Groups of {@link #TASKS_MAX} tasks at most whose weights add up to no more than that make one legal pack.
     */
    public static long weightOf(List<DeliveryTask> tasks) {
        long sent = sentBytesOf(tasks);
        long shares = (sent * PackCodec.BYTES_MAX + SENT_BYTES_MAX - 1) / SENT_BYTES_MAX;
        return Math.max(bytesOf(tasks), shares);
    }

    /** Whether these tasks make one legal pack. */
    public static boolean fits(List<DeliveryTask> tasks) {
        return tasks.size() <= TASKS_MAX && isSentTogether(tasks) && bytesOf(tasks) <= PackCodec.BYTES_MAX;
    }

    private static boolean isSentTogether(List<DeliveryTask> tasks) {
        return tasks.size() == 1 || sentBytesOf(tasks) <= SENT_BYTES_MAX;
    }

    /** What a pack of these tasks sends in all, each event once for each subscription. */
    public static long sentBytesOf(List<DeliveryTask> tasks) {
        return tasks.stream().mapToLong(Packer::sentBytes).sum();
    }

    private static long sentBytes(DeliveryTask task) {
        return task.event()
                .payload()
                .match(inline -> (long) inline.event().json().length(), kept -> (long) kept.length());
    }

    /**
     * Splits tasks, in their order, into as few legal packs as their order allows.
     *
     * @throws IllegalArgumentException if one task alone does not fit; its event belongs into a blob
     */
    public static List<List<DeliveryTask>> split(List<DeliveryTask> tasks) {
        List<List<DeliveryTask>> packs = new ArrayList<>();
        Packer packer = new Packer();
        for (DeliveryTask task : tasks) {
            if (!packer.add(task)) {
                packs.add(packer.tasks);
                packer = new Packer();
                if (!packer.add(task)) {
                    throw new IllegalArgumentException(
                            "task: " + bytesOf(List.of(task)) + " bytes (expected: up to " + PackCodec.BYTES_MAX + ")");
                }
            }
        }
        if (!packer.tasks.isEmpty()) {
            packs.add(packer.tasks);
        }
        return packs;
    }

    private boolean add(DeliveryTask task) {
        int more = PackCodec.TASK_BYTES
                + (events.containsKey(task.event()) ? 0 : lengthWith(task.event()))
                + (subscriptions.contains(task.subscription()) ? 0 : PackCodec.length(task.subscription()));
        long sent = sentBytes(task);
        if (tasks.size() == TASKS_MAX || bytes + more > PackCodec.BYTES_MAX) {
            return false;
        }
        if (!tasks.isEmpty() && sentBytes + sent > SENT_BYTES_MAX) {
            return false;
        }
        events.put(task.event(), true);
        task.event().trace().ifPresent(traces::add);
        subscriptions.add(task.subscription());
        tasks.add(task);
        bytes += more;
        sentBytes += sent;
        return true;
    }
}
