package io.gridhook.core.delivery;

import io.gridhook.core.retry.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Cuts what goes to one subscription into POSTs (behaviour §7): a hard cap on the number of events, a preferred size that only a single
 * event may exceed, the order kept, nothing waited for.
 */
public final class Batcher {
    private static final int SHIFT_MAX = 30;

    private Batcher() {}

    /**
     * The hard cap for events that were tried before. Ours: what failed as a batch may have failed for one event of it, so after two
     * failures the cap is halved with each further one, and so fast that the last attempt which the policy leaves an event is its own.
     * No state is kept: it follows from the number of attempts.
     *
     * @param maxEvents the subscription's hard cap, 1 or more
     * @param attemptsMade before the coming one, by each of the events
     * @param wasTooLarge whether the last of them was answered 413; one halving more, under a schedule of the subscription's own
     * @return 1 to {@code maxEvents}
     */
    public static int most(int maxEvents, RetryPolicy policy, int attemptsMade, boolean wasTooLarge) {
        int halvings = halvings(policy, attemptsMade, wasTooLarge);
        if (halvings == 0) {
            return maxEvents;
        }
        int attemptsAfter = Math.max(0, policy.attemptsInTime() - attemptsMade - 1);
        int halved = maxEvents >> Math.min(halvings, SHIFT_MAX);
        return Math.max(1, Math.min(halved, 1 << Math.min(attemptsAfter, SHIFT_MAX)));
    }

    /** Whether such events share POSTs among themselves alone, as one of them may be what fails: those whose cap is halved. */
    public static boolean isSuspect(RetryPolicy policy, int attemptsMade, boolean wasTooLarge) {
        return halvings(policy, attemptsMade, wasTooLarge) > 0;
    }

    private static int halvings(RetryPolicy policy, int attemptsMade, boolean wasTooLarge) {
        return Math.max(0, attemptsMade - 1) + (wasTooLarge && policy.ownSchedule() ? 1 : 0);
    }

    /**
     * Cuts {@code items}.
     *
     * @param maxEvents the hard cap, 1 or more
     * @param preferredBytes the target for the sum of {@code bytes}
     */
    public static <T> List<List<T>> cut(List<T> items, int maxEvents, long preferredBytes, ToIntFunction<T> bytes) {
        List<List<T>> batches = new ArrayList<>();
        List<T> batch = new ArrayList<>();
        long size = 0;
        for (T item : items) {
            int more = bytes.applyAsInt(item);
            if (!batch.isEmpty() && (batch.size() == maxEvents || size + more > preferredBytes)) {
                batches.add(batch);
                batch = new ArrayList<>();
                size = 0;
            }
            batch.add(item);
            size += more;
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
        return batches;
    }
}
