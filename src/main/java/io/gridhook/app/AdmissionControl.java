package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.DeliveryLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Decides whether a POST may be made now: the endpoint has agreed to receive events (behaviour §4), takes one more this minute, and is
 * neither in probation nor disabled.
 */
final class AdmissionControl {
    /** How often deliveries to an endpoint that has not agreed yet are checked again. */
    static final Duration LOOK_AGAIN = Duration.ofMinutes(1);
    /** The same after a failed validation, which only saving the subscription again can change. */
    static final Duration LOOK_AGAIN_AFTER_FAILURE = Duration.ofMinutes(15);

    private final HealthWriter health;
    private final AllowedRates rates;
    private final InstantSource clock;

    AdmissionControl(HealthWriter health, AllowedRates rates, InstantSource clock) {
        this.health = health;
        this.rates = rates;
        this.clock = clock;
    }

    /**
     * Answers without waiting for storage. Empty if storage must be asked first: then nothing was taken or claimed, and {@link #ask}
     * answers.
     */
    Optional<Admission> askNow(ResolvedSubscription subscription) {
        return ask(subscription, () -> health.askNow(subscription));
    }

    /**
     * Answers, and waits for storage where the cached health is too old or a probe must be claimed.
     *
     * @throws io.gridhook.port.StorageUnavailableException if storage does not answer; nothing was taken or claimed
     */
    Admission ask(ResolvedSubscription subscription) {
        return ask(subscription, () -> Optional.of(health.ask(subscription))).orElseThrow();
    }

    /** Gives back the probes of a POST that is not made, so that another delivery can make them now. Waits for storage. */
    void giveBack(Admission.Admitted admission) {
        health.giveBack(admission);
    }

    /**
     * Learns from the result of a POST. A storage error only costs the knowledge.
     *
     * @param mayWait whether the caller may wait for storage
     * @return false: nothing was learned, as storage may have to be asked
     */
    boolean learn(
            ResolvedSubscription subscription,
            Admission.Admitted admission,
            HealthBook.Result result,
            DeliveryLog log,
            boolean mayWait) {
        if (!mayWait && health.mayWaitFor(subscription, result)) {
            return false;
        }
        health.learn(subscription, admission, result, log);
        return true;
    }

    private Optional<Admission> ask(ResolvedSubscription subscription, Supplier<Optional<Admission>> byHealth) {
        EventSubscription defined = subscription.subscription();
        if (!defined.validation().allowsDelivery()) {
            return Optional.of(
                    new Admission.Refused(checkedAgain(defined.validation()), DeliveryOutcome.NOT_VALIDATED));
        }
        OptionalInt rate = defined.validation().allowedRate();
        return rate.isEmpty() ? byHealth.get() : ask(defined.destination().endpointUrl(), rate.getAsInt(), byHealth);
    }

    /** The rate goes first, as it costs nothing: to claim a probe and to give it back are writes. */
    private Optional<Admission> ask(String url, int perMinute, Supplier<Optional<Admission>> byHealth) {
        return rates.turnIfNone(url, perMinute, clock.instant())
                .map(AdmissionControl::rateLimited)
                .or(() -> byHealth.get()
                        .map(answer -> answer.match(admitted -> take(url, perMinute, admitted), refused -> refused)));
    }

    private Admission take(String url, int perMinute, Admission.Admitted admitted) {
        Optional<Instant> turn = rates.take(url, perMinute, clock.instant());
        turn.ifPresent(later -> giveBack(admitted)); // Another delivery took the last one of this minute.
        return turn.map(AdmissionControl::rateLimited).orElse(admitted);
    }

    private static Admission rateLimited(Instant turn) {
        return new Admission.Refused(turn, DeliveryOutcome.RATE_LIMITED);
    }

    /** Rounded up, so that deferred deliveries share messages. */
    private Instant checkedAgain(EndpointValidation validation) {
        Instant now = clock.instant();
        Duration wait =
                validation.stateAt(now) == EndpointValidation.State.FAILED ? LOOK_AGAIN_AFTER_FAILURE : LOOK_AGAIN;
        return now.plus(wait).plusSeconds(1).truncatedTo(ChronoUnit.SECONDS);
    }
}
