package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Permission to send now: the answer of {@link AdmissionControl} to one POST. */
sealed interface Admission {
    <R> R match(Function<Admitted, R> admitted, Function<Refused, R> refused);

    /** Empty if the POST is admitted. */
    default Optional<Refused> refusal() {
        return match(admitted -> Optional.empty(), Optional::of);
    }

    /**
     * The POST may be made.
     *
     * @param probes the claims it was admitted by, given back if it is not made; empty for a healthy endpoint
     */
    record Admitted(List<Probe> probes) implements Admission {
        /** Without a claim. */
        static final Admitted FREE = new Admitted(List.of());

        public Admitted {
            probes = List.copyOf(probes);
        }

        @Override
        public <R> R match(Function<Admitted, R> admitted, Function<Refused, R> refused) {
            return admitted.apply(this);
        }

        /** Whether the POST finds out for all others how the endpoint is. */
        boolean isProbe() {
            return !probes.isEmpty();
        }

        Optional<Probe> probe(String key) {
            return probes.stream().filter(probe -> probe.key().equals(key)).findFirst();
        }
    }

    /**
     * The POST may not be made.
     *
     * @param until when to ask again
     * @param outcome what a dead letter says of it
     */
    record Refused(Instant until, DeliveryOutcome outcome) implements Admission {
        @Override
        public <R> R match(Function<Admitted, R> admitted, Function<Refused, R> refused) {
            return refused.apply(this);
        }
    }

    /**
     * A claim to the one probe of a state.
     *
     * @param before the state whose probation had passed
     * @param claimed what the claim wrote; the claim stands while this is stored
     */
    record Probe(String key, EndpointHealth before, EndpointHealth claimed) {}
}
