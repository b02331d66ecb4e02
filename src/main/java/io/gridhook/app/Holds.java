package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.topic.DeliveryState;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Paused and disabled subscriptions. Checked before a delivery takes a permit, a token or a payload. The endpoint of a resumed or enabled
 * subscription gets a ramp-up, on each instance that sees it, as after a probation.
 */
final class Holds {
    /** Deferred messages are visible within 5 minutes of a resume; after this, none is left to ramp up for. */
    static final Duration RAMP_WINDOW = Duration.ofMinutes(10);

    /** Bounds the memory of subscriptions; then it starts empty again. */
    private static final int REMEMBERED_MAX = 10_000;

    private final ProbationRules rules;
    private final EndpointKeys keys;
    private final Consumer<String> rampUp;
    private final InstantSource clock;
    /** By subscription: when it became active, if a ramp-up started here since. */
    private final Map<SubscriptionRef, Instant> ramped = new ConcurrentHashMap<>();

    /** {@code rampUp} is told the key of each endpoint whose ramp-up starts. */
    Holds(ProbationRules rules, EndpointKeys keys, Consumer<String> rampUp, InstantSource clock) {
        this.rules = rules;
        this.keys = keys;
        this.rampUp = rampUp;
        this.clock = clock;
    }

    /** Empty if the subscription is active. */
    Optional<Admission.Refused> of(ResolvedSubscription resolved) {
        DeliveryState state = resolved.subscription().deliveryState();
        Instant now = clock.instant();
        return switch (state.kind()) {
            case PAUSED -> Optional.of(new Admission.Refused(DeliveryState.lookAgain(now), DeliveryOutcome.PAUSED));
            case DISABLED ->
                Optional.of(new Admission.Refused(rules.disabledCheckedAgain(now), DeliveryOutcome.DISABLED));
            case ACTIVE -> {
                if (state.isActiveSince(RAMP_WINDOW, now)) {
                    rampUp(resolved, state.changedAt().orElseThrow());
                }
                yield Optional.empty();
            }
        };
    }

    private void rampUp(ResolvedSubscription resolved, Instant since) {
        if (ramped.size() >= REMEMBERED_MAX) {
            ramped.clear();
        }
        if (!since.equals(ramped.put(SubscriptionRef.of(resolved.subscription()), since))) {
            rampUp.accept(keys.ofEndpoint(resolved.subscription()));
        }
    }
}
