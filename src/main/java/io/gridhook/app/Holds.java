package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.topic.DeliveryState;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What operators hold back: asked before anything is read or sent for a subscription, so that a paused one costs no place, no token and no
 * payload. What is resumed or enabled is let in one by one, on each instance that sees it, as an endpoint that comes back from probation is.
 */
final class Holds {
    /** Ours: what waits shows within 5 minutes of being resumed; then there is no more to let in slowly. */
    static final Duration RAMP_WINDOW = Duration.ofMinutes(10);

    /** Ours: bounds what is remembered of subscriptions; then remembering starts again. */
    private static final int REMEMBERED_MAX = 10_000;

    private final HealthGate gate;
    private final EndpointKeys keys;
    private final Bulkhead bulkhead;
    private final InstantSource clock;
    /** Since when those are active that were let in slowly here. */
    private final Map<SubscriptionRef, Instant> ramped = new ConcurrentHashMap<>();

    Holds(HealthGate gate, EndpointKeys keys, Bulkhead bulkhead, InstantSource clock) {
        this.gate = gate;
        this.keys = keys;
        this.bulkhead = bulkhead;
        this.clock = clock;
    }

    /** Why nothing may be sent for {@code resolved} now; empty if no operator holds it back. */
    Optional<Leave.Refusal> of(ResolvedSubscription resolved) {
        DeliveryState state = resolved.subscription().deliveryState();
        Instant now = clock.instant();
        return switch (state.kind()) {
            case PAUSED -> Optional.of(new Leave.Refusal(DeliveryState.lookAgain(now), DeliveryOutcome.PAUSED));
            case DISABLED -> Optional.of(gate.disabled(now));
            case ACTIVE -> {
                if (state.isActiveSince(RAMP_WINDOW, now)) {
                    letIn(resolved, state.changedAt().orElseThrow());
                }
                yield Optional.empty();
            }
        };
    }

    private void letIn(ResolvedSubscription resolved, Instant since) {
        if (ramped.size() >= REMEMBERED_MAX) {
            ramped.clear();
        }
        if (!since.equals(ramped.put(SubscriptionRef.of(resolved.subscription()), since))) {
            bulkhead.rampUp(keys.ofEndpoint(resolved.subscription()));
        }
    }
}
