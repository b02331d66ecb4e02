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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Decides whether an endpoint may be called, and learns from what came of it (behaviour §6.2, §6.3; DESIGN §2). Failures are counted on
 * this instance; the state that follows from them is shared through the {@link HealthStore}, and what is known of it is a few seconds old
 * ({@link KnownHealth}). Editions without delayed delivery (IoT Edge, Kubernetes) pass unhindered.
 *
 * <p>No lock is held while storage is asked. Two that change a state at a time are told apart by its version; what loses changes nothing.
 */
public final class HealthGate {
    /** Ours: what a probe may take beyond its response timeout before another may be made; longer than clocks are apart. */
    private static final Duration PROBE_MARGIN = Duration.ofSeconds(15);
    /** Ours: bounds what is remembered of endpoints; then remembering starts again. */
    private static final int REMEMBERED_MAX = 10_000;

    private final HealthStore store;
    private final EndpointKeys keys;
    private final ProbationRules rules;
    private final InstantSource clock;
    private final Bulkhead bulkhead;
    private final KnownHealth health;
    private final FailureStreaks streaks = new FailureStreaks();
    /** The states that this instance held deliveries back for: when they are gone, it lets them in one by one. */
    private final Set<String> heldBack = ConcurrentHashMap.newKeySet();

    /** The gate of one instance; {@code bulkhead} lets a recovered endpoint's deliveries in one by one. */
    public HealthGate(
            HealthStore store, EndpointKeys keys, ProbationRules rules, Bulkhead bulkhead, InstantSource clock) {
        this.store = store;
        this.bulkhead = bulkhead;
        this.keys = keys;
        this.rules = rules;
        this.clock = clock;
        this.health = new KnownHealth(store, clock);
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
     * @throws StorageUnavailableException if what is known is too old and storage does not answer
     */
    Leave ask(ResolvedSubscription subscription) {
        if (!isUsedFor(subscription)) {
            return Leave.FREE;
        }
        Instant now = clock.instant();
        Map<String, Versioned<EndpointHealth>> known = health.fresh();
        // All are looked at before one is claimed: a probe that another state forbids would be claimed for nothing.
        return heldBackUntil(subscription, known, now)
                .map(Leave::notBefore)
                .orElseGet(() -> claim(subscription, known, now));
    }

    /**
     * Until when the endpoint of {@code subscription} is in probation, as far as is known without waiting for storage; never later than
     * is known.
     *
     * @param soon has storage asked meanwhile, where what is known grows old
     */
    Optional<Instant> knownToBeHeldUntil(ResolvedSubscription subscription, Executor soon) {
        Instant now = clock.instant();
        health.refresh().ifPresent(soon::execute);
        Map<String, Versioned<EndpointHealth>> known = isUsedFor(subscription) ? health.recent() : Map.of();
        return known.isEmpty()
                ? Optional.empty()
                : keysOf(subscription).stream()
                        .flatMap(key -> Optional.ofNullable(known.get(key)).stream())
                        .filter(state -> state.value().isInProbation(now))
                        .map(state -> state.value().until())
                        .max(Instant::compareTo);
    }

    private Optional<Instant> heldBackUntil(
            ResolvedSubscription subscription, Map<String, Versioned<EndpointHealth>> known, Instant now) {
        for (String key : keysOf(subscription)) {
            Versioned<EndpointHealth> state = known.get(key);
            if (state == null) {
                rampUpIfHeldBack(key, subscription);
            } else if (state.value().isInProbation(now)) {
                holdBack(key);
                return Optional.of(state.value().until());
            }
        }
        return Optional.empty();
    }

    private void holdBack(String key) {
        if (heldBack.size() >= REMEMBERED_MAX) {
            heldBack.clear();
        }
        heldBack.add(key);
    }

    /** Somebody else's probe freed it. */
    private void rampUpIfHeldBack(String key, ResolvedSubscription subscription) {
        if (heldBack.remove(key)) {
            bulkhead.rampUp(keys.ofEndpoint(subscription.subscription()));
        }
    }

    /** Claims the probe of each state there is, or none. */
    private Leave claim(ResolvedSubscription subscription, Map<String, Versioned<EndpointHealth>> known, Instant now) {
        Instant probeEnds =
                now.plus(subscription.retryPolicy().profile().responseTimeout()).plus(PROBE_MARGIN);
        List<Leave.Probe> probes = new ArrayList<>();
        for (String key : keysOf(subscription)) {
            Versioned<EndpointHealth> state = known.get(key);
            if (state != null) {
                Optional<Instant> taken;
                try {
                    taken = claim(key, state, probeEnds, probes);
                } catch (StorageUnavailableException e) {
                    giveBack(Leave.probing(probes));
                    throw e;
                }
                if (taken.isPresent()) {
                    giveBack(Leave.probing(probes));
                    return Leave.notBefore(taken.get());
                }
            }
        }
        return Leave.probing(probes);
    }

    /** Empty if it was claimed or is gone, else when to ask again: somebody else was faster. */
    private Optional<Instant> claim(
            String key, Versioned<EndpointHealth> state, Instant probeEnds, List<Leave.Probe> probes) {
        EndpointHealth claimed = state.value().probed(probeEnds);
        if (store.replace(key, claimed, state.etag())) {
            probes.add(new Leave.Probe(key, state.value(), claimed));
            readAgain();
            return Optional.empty();
        }
        return Optional.ofNullable(health.read().get(key))
                .map(theirs -> theirs.value().until());
    }

    /** Gives the probes back that this leave claimed and that were not made, so that others need not wait until they would have ended. */
    void giveBack(Leave leave) {
        leave.probes().forEach(this::giveBack);
    }

    private void giveBack(Leave.Probe probe) {
        try {
            Optional<String> version = versionClaimed(probe);
            if (version.isPresent()) {
                store.replace(probe.key(), probe.before(), version.get());
                health.read();
            }
        } catch (StorageUnavailableException e) {
            // then it runs out
            health.forget();
        }
    }

    /** Empty if somebody has claimed or changed it since. */
    private Optional<String> versionClaimed(Leave.Probe probe) {
        return Optional.ofNullable(health.fresh().get(probe.key()))
                .filter(state -> state.value().equals(probe.claimed()))
                .map(Versioned::etag);
    }

    /**
     * Learns from a POST. A storage error only costs the knowledge.
     *
     * @param leave what it was made by; only a probe's failure tells something new of an endpoint in probation
     */
    void learn(ResolvedSubscription subscription, Leave leave, Result result) {
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
                failed(own, subscription, leave, result);
            } else {
                failed(endpoint, subscription, leave, result);
                leave.probe(own).ifPresent(this::giveBack);
            }
        } catch (StorageUnavailableException e) {
            health.forget();
        }
    }

    /** A final verdict on an event is an answer of an endpoint that works. */
    private static boolean isAlive(Result result) {
        return result.verdict() == Verdict.Kind.DELIVERED
                || (result.verdict() == Verdict.Kind.FINAL && !ProbationRules.isOfSubscription(result.outcome()));
    }

    private void succeeded(String key, String endpoint) {
        streaks.end(key);
        if (health.last().containsKey(key)) {
            heldBack.remove(key);
            bulkhead.rampUp(endpoint);
            store.delete(key);
            health.read();
        }
    }

    private void failed(String key, ResolvedSubscription subscription, Leave leave, Result result) {
        Optional<Duration> asked = subscription.retryPolicy().ownSchedule()
                ? result.retryAfter().filter(wait -> !wait.isZero())
                : Optional.empty();
        Optional<Leave.Probe> probe = leave.probe(key);
        if (probe.isPresent()) {
            probeFailed(probe.get(), result.outcome(), asked);
            return;
        }
        if (health.last().containsKey(key)) {
            // What was under way when probation began says nothing new; the probe does.
            return;
        }
        int failures = streaks.failed(key, result.eventId());
        if (asked.isPresent() || failures >= rules.threshold(result.outcome())) {
            store.create(key, EndpointHealth.probation(result.outcome(), asked, clock.instant(), rules));
            streaks.end(key);
            health.read();
        }
    }

    private void probeFailed(Leave.Probe probe, DeliveryOutcome outcome, Optional<Duration> asked) {
        Optional<String> version = versionClaimed(probe);
        if (version.isPresent()) {
            store.replace(probe.key(), probe.claimed().again(outcome, asked, clock.instant(), rules), version.get());
            health.read();
        }
    }

    /** What was changed needs no second answer. */
    private void readAgain() {
        try {
            health.read();
        } catch (StorageUnavailableException e) {
            health.forget();
        }
    }

    private List<String> keysOf(ResolvedSubscription subscription) {
        return List.of(keys.ofEndpoint(subscription.subscription()), keys.ofSubscription(subscription.subscription()));
    }

    private static boolean isUsedFor(ResolvedSubscription subscription) {
        return subscription.retryPolicy().profile().delayedDelivery();
    }
}
