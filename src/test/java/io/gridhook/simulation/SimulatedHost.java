package io.gridhook.simulation;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The polling of one queue: within a second of a message's showing, on one of the instances that live, and less often while it fails. */
final class SimulatedHost {
    private static final Duration BACKOFF_MIN = Duration.ofSeconds(1);
    /** The host's {@code maxPollingInterval} (functions-runtime §2). */
    private static final Duration BACKOFF_MAX = Duration.ofMinutes(1);

    private final Simulation world;
    private final InMemoryDeliveryQueue queue;
    private boolean polls;
    private Duration backoff = BACKOFF_MIN;

    SimulatedHost(Simulation world, InMemoryDeliveryQueue queue) {
        this.world = world;
        this.queue = queue;
    }

    /** When the next message shows that nobody polls for; {@link Instant#MAX} if none does. */
    Instant nextVisible() {
        return polls ? Instant.MAX : queue.nextVisibleAt().orElse(Instant.MAX);
    }

    void pollWhatShows() {
        if (!nextVisible().isAfter(world.time.instant())) {
            pollAfter(Duration.ofMillis((long) (world.chance.getAsDouble() * 1_000)));
        }
    }

    private void pollAfter(Duration wait) {
        polls = true;
        world.after(wait, () -> {
            polls = false;
            poll();
        });
    }

    private void poll() {
        List<SimulatedInstance> alive = world.alive();
        if (!alive.isEmpty() && alive.get(world.random.nextInt(alive.size())).poll(queue)) {
            backoff = BACKOFF_MIN;
            return;
        }
        pollAfter(backoff);
        backoff = backoff.multipliedBy(2);
        if (backoff.compareTo(BACKOFF_MAX) > 0) {
            backoff = BACKOFF_MAX;
        }
    }
}
