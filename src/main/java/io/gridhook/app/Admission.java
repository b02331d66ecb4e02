package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalInt;

/** Whether a POST may be made now: the endpoint has agreed to it (behaviour §4), is not left alone, and takes one more this minute. */
final class Admission {
    /** Ours: what was accepted before an update waits for the endpoint's agreement, and is looked at so often. */
    static final Duration LOOK_AGAIN = Duration.ofMinutes(1);
    /** Ours: nothing changes until somebody saves the subscription again. */
    static final Duration LOOK_AGAIN_AFTER_FAILURE = Duration.ofMinutes(15);

    private final HealthGate gate;
    private final AllowedRates rates;
    private final InstantSource clock;

    Admission(HealthGate gate, AllowedRates rates, InstantSource clock) {
        this.gate = gate;
        this.rates = rates;
        this.clock = clock;
    }

    /**
     * Asks for leave to call the endpoint of {@code subscription} now.
     *
     * @throws io.gridhook.port.StorageUnavailableException if what is known of its health is too old and storage does not answer
     */
    Leave ask(ResolvedSubscription subscription) {
        EventSubscription defined = subscription.subscription();
        if (!defined.validation().allowsDelivery()) {
            return Leave.refused(new Leave.Refusal(lookedAtAgain(defined.validation()), DeliveryOutcome.NOT_VALIDATED));
        }
        OptionalInt rate = defined.validation().allowedRate();
        return rate.isEmpty() ? gate.ask(subscription) : ask(subscription, rate.getAsInt());
    }

    /** The rate goes first, as it costs nothing: to claim a probe and to give it back are writes. */
    private Leave ask(ResolvedSubscription subscription, int perMinute) {
        String url = subscription.subscription().destination().endpointUrl();
        Optional<Instant> turn = rates.turnIfNone(url, perMinute, clock.instant());
        if (turn.isPresent()) {
            return rateLimited(turn.get());
        }
        Leave leave = gate.ask(subscription);
        if (leave.refusal().isPresent()) {
            return leave;
        }
        Optional<Instant> lost = rates.take(url, perMinute, clock.instant());
        lost.ifPresent(later -> gate.giveBack(leave)); // somebody was faster
        return lost.map(Admission::rateLimited).orElse(leave);
    }

    private static Leave rateLimited(Instant turn) {
        return Leave.refused(new Leave.Refusal(turn, DeliveryOutcome.RATE_LIMITED));
    }

    /** Rounded up, so that what waits is merged. */
    private Instant lookedAtAgain(EndpointValidation validation) {
        Instant now = clock.instant();
        Duration wait =
                validation.stateAt(now) == EndpointValidation.State.FAILED ? LOOK_AGAIN_AFTER_FAILURE : LOOK_AGAIN;
        return now.plus(wait).plusSeconds(1).truncatedTo(ChronoUnit.SECONDS);
    }
}
