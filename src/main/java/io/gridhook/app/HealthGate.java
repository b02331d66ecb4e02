package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.HealthStore;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether an endpoint may be called, and learns from what came of it (behaviour §6.2, §6.3; DESIGN §2). Failures are counted on
 * this instance; the state that follows from them is shared through the {@link HealthStore}, and what is known of it is at most {@link
 * #AGE_MAX} old. Editions without delayed delivery (IoT Edge, Kubernetes) pass unhindered.
 */
public final class HealthGate {
    /** DESIGN §2: cached for at most 5 s. */
    static final Duration AGE_MAX = Duration.ofSeconds(5);
    /** Ours: what a probe may take beyond its response timeout before another may be made. */
    private static final Duration PROBE_MARGIN = Duration.ofSeconds(15);
    /** Ours: bounds what is remembered of failing endpoints; then remembering starts again. */
    private static final int REMEMBERED_MAX = 10_000;

    private final HealthStore store;
    private final EndpointKeys keys;
    private final ProbationRules rules;
    private final InstantSource clock;
    private final Bulkhead bulkhead;
    private final Map<String, Set<String>> streaks = new HashMap<>();
    /** The states whose probes are ours to judge. */
    private final Set<String> probing = new HashSet<>();
    /** The states that this instance held deliveries back for: when they are gone, it lets them in one by one. */
    private final Set<String> heldBack = new HashSet<>();

    private Map<String, Versioned<EndpointHealth>> known = Map.of();
    private Instant knownAt = Instant.MIN;

    /** The gate of one instance; {@code bulkhead} lets a recovered endpoint's deliveries in one by one. */
    public HealthGate(
            HealthStore store, EndpointKeys keys, ProbationRules rules, Bulkhead bulkhead, InstantSource clock) {
        this.store = store;
        this.bulkhead = bulkhead;
        this.keys = keys;
        this.rules = rules;
        this.clock = clock;
    }

    /**
     * What came of one POST.
     *
     * @param eventId the first event it carried: failures count by distinct events, so that one event's retries are not many
     * @param retryAfter the wait that the endpoint asked for
     */
    record Result(String eventId, DeliveryOutcome outcome, Verdict.Kind verdict, Optional<Duration> retryAfter) {}

    /**
     * Asks for leave to call the endpoint of {@code subscription} now. Where its probation has passed, leave is a claim on the one probe.
     *
     * @return empty for leave; else when to ask again
     * @throws StorageUnavailableException if what is known is too old and storage does not answer
     */
    synchronized Optional<Instant> waitUntil(ResolvedSubscription subscription) {
        if (!isUsedFor(subscription)) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        if (!now.isBefore(knownAt.plus(AGE_MAX))) {
            read(now);
        }
        // All are looked at before one is claimed: a probe that another state forbids would be claimed for nothing.
        Optional<Instant> held = heldBackUntil(subscription, now);
        for (String key : keysOf(subscription)) {
            if (held.isEmpty()) {
                held = claimIfUnhealthy(key, subscription, now);
            }
        }
        return held;
    }

    /**
     * Until when the endpoint of {@code subscription} is in probation, as far as is known without asking storage now. Where that grows
     * old, storage is asked meanwhile.
     */
    synchronized Optional<Instant> knownToBeHeldUntil(ResolvedSubscription subscription) {
        Instant now = clock.instant();
        if (!isUsedFor(subscription) || known.isEmpty() || !now.isBefore(knownAt.plus(AGE_MAX))) {
            return Optional.empty();
        }
        return keysOf(subscription).stream()
                .flatMap(key -> Optional.ofNullable(known.get(key)).stream())
                .filter(state -> state.value().isInProbation(now))
                .map(state -> state.value().until())
                .max(Instant::compareTo);
    }

    private Optional<Instant> heldBackUntil(ResolvedSubscription subscription, Instant now) {
        for (String key : keysOf(subscription)) {
            Versioned<EndpointHealth> state = known.get(key);
            if (state == null) {
                rampUpIfHeldBack(key, subscription);
            } else if (state.value().isInProbation(now)) {
                heldBack.add(key);
                return Optional.of(state.value().until());
            }
        }
        return Optional.empty();
    }

    /** Somebody else's probe freed it. */
    private void rampUpIfHeldBack(String key, ResolvedSubscription subscription) {
        if (heldBack.remove(key)) {
            bulkhead.rampUp(keys.ofEndpoint(subscription.subscription()));
        }
    }

    private Optional<Instant> claimIfUnhealthy(String key, ResolvedSubscription subscription, Instant now) {
        Versioned<EndpointHealth> state = known.get(key);
        if (state == null) {
            return Optional.empty();
        }
        Instant probeEnds =
                now.plus(subscription.retryPolicy().profile().responseTimeout()).plus(PROBE_MARGIN);
        boolean claimed = store.replace(key, state.value().probed(probeEnds), state.etag());
        read(now);
        if (claimed) {
            probing.add(key);
            return Optional.empty();
        }
        Versioned<EndpointHealth> theirs = known.get(key);
        return theirs == null ? Optional.empty() : Optional.of(theirs.value().until());
    }

    /** Learns from a POST. A storage error only costs the knowledge. */
    synchronized void learn(ResolvedSubscription subscription, Result result) {
        if (!isUsedFor(subscription)) {
            return;
        }
        String endpoint = keys.ofEndpoint(subscription.subscription());
        String own = keys.ofSubscription(subscription.subscription());
        try {
            if (isAlive(result)) {
                succeeded(endpoint, endpoint);
                succeeded(own, endpoint);
            } else if (ProbationRules.isOfSubscription(result.outcome())) {
                succeeded(endpoint, endpoint);
                failed(own, subscription, result);
            } else {
                failed(endpoint, subscription, result);
            }
        } catch (StorageUnavailableException e) {
            knownAt = Instant.MIN;
        }
    }

    /** A final verdict on an event is an answer of an endpoint that works. */
    private static boolean isAlive(Result result) {
        return result.verdict() == Verdict.Kind.DELIVERED
                || (result.verdict() == Verdict.Kind.FINAL && !ProbationRules.isOfSubscription(result.outcome()));
    }

    private void succeeded(String key, String endpoint) {
        streaks.remove(key);
        probing.remove(key);
        if (known.containsKey(key)) {
            heldBack.remove(key);
            bulkhead.rampUp(endpoint);
            store.delete(key);
            read(clock.instant());
        }
    }

    private void failed(String key, ResolvedSubscription subscription, Result result) {
        Instant now = clock.instant();
        Optional<Duration> asked = subscription.retryPolicy().ownSchedule()
                ? result.retryAfter().filter(wait -> !wait.isZero())
                : Optional.empty();
        Versioned<EndpointHealth> state = known.get(key);
        if (state != null) {
            // What was under way when probation began says nothing new; the probe does.
            if (probing.remove(key)) {
                store.replace(key, state.value().again(result.outcome(), asked, now, rules), state.etag());
                read(now);
            }
            return;
        }
        if (streaks.size() >= REMEMBERED_MAX) {
            streaks.clear();
        }
        Set<String> streak = streaks.computeIfAbsent(key, first -> new HashSet<>());
        streak.add(result.eventId());
        if (asked.isPresent() || streak.size() >= rules.threshold(result.outcome())) {
            store.create(key, EndpointHealth.probation(result.outcome(), asked, now, rules));
            streaks.remove(key);
            read(now);
        }
    }

    private void read(Instant now) {
        known = store.list();
        knownAt = now;
        probing.retainAll(known.keySet());
        if (heldBack.size() >= REMEMBERED_MAX) {
            heldBack.clear();
        }
    }

    private List<String> keysOf(ResolvedSubscription subscription) {
        return List.of(keys.ofEndpoint(subscription.subscription()), keys.ofSubscription(subscription.subscription()));
    }

    private static boolean isUsedFor(ResolvedSubscription subscription) {
        return subscription.retryPolicy().profile().delayedDelivery();
    }
}
