package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.adapter.memory.InMemoryHealthStore;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.Versioned;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What {@link AdmissionControl#askNow} answers without storage, and what it leaves to {@link AdmissionControl#ask}. */
class AdmissionControlTest {
    private static final EndpointKeys KEYS = new EndpointKeys(new byte[] {1});
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    /** For its metrics. */
    private final PipelineFixture world = new PipelineFixture();

    private final InMemoryHealthStore store = new InMemoryHealthStore();
    private final HealthWriter health = new HealthWriter(
            store,
            KEYS,
            ProbationRules.STANDARD,
            endpoint -> {},
            world.ports.metrics(),
            new Notices(Optional.empty(), world.ports.metrics(), () -> NOW),
            () -> NOW,
            Runnable::run);
    private final AdmissionControl admission = new AdmissionControl(health, new AllowedRates(), () -> NOW);

    private static ResolvedSubscription subscription(EndpointValidation validation) {
        EventSubscription plain =
                HealthWriterTest.subscription("s", "https://x", "cloud", false).subscription();
        return ResolvedSubscription.of(plain.with(validation), Optional.empty(), RetryProfiles.standard());
    }

    private static ResolvedSubscription oneAMinute() {
        return subscription(EndpointValidation.succeeded(OptionalInt.of(1)));
    }

    private static Optional<DeliveryOutcome> outcome(Optional<Admission> answer) {
        return answer.flatMap(Admission::refusal).map(Admission.Refused::outcome);
    }

    private Optional<EndpointHealth> stored(String key) {
        return Optional.ofNullable(store.list().get(key)).map(Versioned::value);
    }

    @Test
    void storage_must_be_asked_until_health_was_read() {
        assertEquals(Optional.empty(), admission.askNow(oneAMinute()));
        assertEquals(Optional.empty(), admission.askNow(oneAMinute()), "the first took no part of the rate");
        assertEquals(Admission.Admitted.FREE, admission.ask(oneAMinute()));
        assertEquals(Optional.of(DeliveryOutcome.RATE_LIMITED), outcome(admission.askNow(oneAMinute())));
    }

    @Test
    void what_is_known_is_answered_at_once() {
        ResolvedSubscription plain = subscription(EndpointValidation.NOT_REQUIRED);
        assertEquals(
                Optional.of(DeliveryOutcome.NOT_VALIDATED),
                outcome(admission.askNow(
                        subscription(EndpointValidation.awaiting(new UUID(1, 2), NOW.plusSeconds(1))))));
        admission.ask(plain);
        assertEquals(Optional.of(Admission.Admitted.FREE), admission.askNow(oneAMinute()));
        assertEquals(Optional.of(DeliveryOutcome.RATE_LIMITED), outcome(admission.askNow(oneAMinute())));
        assertEquals(Optional.of(Admission.Admitted.FREE), admission.askNow(plain));
    }

    @Test
    void a_probe_is_claimed_by_ask_alone_and_leaves_the_rate_to_it() {
        String key = KEYS.ofEndpoint(oneAMinute().subscription());
        EndpointHealth passed = new EndpointHealth(NOW, DeliveryOutcome.BUSY, 1);
        store.create(key, passed);
        assertEquals(Optional.of(passed), health.stateOf(oneAMinute()));
        assertEquals(Optional.empty(), admission.askNow(oneAMinute()));
        assertEquals(Optional.of(passed), stored(key));
        Admission.Admitted probe = HealthWriterTest.admitted(admission.ask(oneAMinute()));
        assertEquals(1, probe.probes().size());
        assertEquals(
                Optional.of(DeliveryOutcome.PROBATION),
                outcome(admission.askNow(subscription(EndpointValidation.NOT_REQUIRED))));
        admission.giveBack(probe);
        assertEquals(Optional.of(passed), stored(key));
    }
}
