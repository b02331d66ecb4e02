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
        Leave leave = gate.ask(subscription);
        OptionalInt rate = defined.validation().allowedRate();
        if (leave.refusal().isPresent() || rate.isEmpty()) {
            return leave;
        }
        Optional<Instant> turn = rates.take(defined.destination().endpointUrl(), rate.getAsInt(), clock.instant());
        turn.ifPresent(later -> gate.giveBack(leave));
        return turn.map(later -> Leave.refused(new Leave.Refusal(later, DeliveryOutcome.RATE_LIMITED)))
                .orElse(leave);
    }

    /** Rounded up, so that what waits is merged. */
    private Instant lookedAtAgain(EndpointValidation validation) {
        Instant now = clock.instant();
        Duration wait =
                validation.stateAt(now) == EndpointValidation.State.FAILED ? LOOK_AGAIN_AFTER_FAILURE : LOOK_AGAIN;
        return now.plus(wait).plusSeconds(1).truncatedTo(ChronoUnit.SECONDS);
    }
}
