package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What {@link HealthGate} says to a POST that somebody wants to make.
 *
 * @param refusal present: it may not be made now
 * @param probes the states whose one probe it is
 */
record Leave(Optional<Refusal> refusal, List<Probe> probes) {
    /** A healthy endpoint's. */
    static final Leave FREE = new Leave(Optional.empty(), List.of());

    /**
     * No leave.
     *
     * @param until when to ask again
     * @param outcome what to call it in a dead letter
     */
    record Refusal(Instant until, DeliveryOutcome outcome) {}

    /**
     * A claim.
     *
     * @param before the state that allowed it
     * @param claimed the state as long as it is nobody else's
     */
    record Probe(String key, EndpointHealth before, EndpointHealth claimed) {}

    Leave {
        probes = List.copyOf(probes);
    }

    static Leave refused(Refusal refusal) {
        return new Leave(Optional.of(refusal), List.of());
    }

    static Leave probing(List<Probe> probes) {
        return new Leave(Optional.empty(), probes);
    }

    Optional<Probe> probe(String key) {
        return probes.stream().filter(probe -> probe.key().equals(key)).findFirst();
    }
}
