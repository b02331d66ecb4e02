package io.gridhook.simulation;

import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Watches that probation is kept: once every instance must know of it, nothing is sent but one POST for each claim of a probe. An
 * instance that is in the middle of sending may still do so, so what an instance may not know yet is not held against it.
 */
final class ProbationWatch {
    /** What an instance knows may be this old, and a little more passes between asking and sending. */
    private static final Duration MAY_BE_UNKNOWN = Duration.ofSeconds(6);

    private final VirtualTime time;
    private final Map<String, Instant> firstSeen = new HashMap<>();
    private final Set<String> usedClaims = new HashSet<>();
    private final List<String> violations = new ArrayList<>();

    ProbationWatch(VirtualTime time) {
        this.time = time;
    }

    /** Something is sent to {@code endpoint} while the store holds {@code states}. */
    void sent(String endpoint, String key, Map<String, Versioned<EndpointHealth>> states) {
        firstSeen.keySet().retainAll(states.keySet());
        states.keySet().forEach(known -> firstSeen.putIfAbsent(known, time.instant()));
        Versioned<EndpointHealth> state = states.get(key);
        if (state == null || time.instant().isBefore(firstSeen.get(key).plus(MAY_BE_UNKNOWN))) {
            return;
        }
        if (!usedClaims.add(key + " " + state.etag())) {
            violations.add(time.instant() + " " + endpoint + ": a second POST in " + state.value());
        }
    }

    List<String> violations() {
        return violations;
    }
}
