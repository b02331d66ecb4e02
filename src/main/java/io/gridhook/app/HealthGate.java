package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.RetrySettings;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.HealthStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.DoubleSupplier;

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

    private static final String DISABLED = "Disabled";
    private static final String PROBATION = "Probation";

    private final HealthStore store;
    private final EndpointKeys keys;
    private final ProbationRules rules;
    private final InstantSource clock;
    private final Bulkhead bulkhead;
    private final Metrics metrics;
    private final Notices notices;
    private final KnownHealth health;
    private final FailureStreaks streaks = new FailureStreaks();
    /** The states that this instance held deliveries back for: when they are gone, it lets them in one by one. */
    private final Set<String> heldBack = ConcurrentHashMap.newKeySet();

    /** The gate of one instance; {@code bulkhead} lets a recovered endpoint's deliveries in one by one. */
    public HealthGate(
            HealthStore store,
            EndpointKeys keys,
            ProbationRules rules,
            Bulkhead bulkhead,
            Metrics metrics,
            Notices notices,
            InstantSource clock) {
        this.store = store;
        this.bulkhead = bulkhead;
        this.metrics = metrics;
        this.notices = notices;
        this.keys = keys;
        this.rules = rules;
        this.clock = clock;
        this.health = new KnownHealth(store, clock);
    }

    /**
     * What came of one POST.
     *
     * @param eventId the first event it carried: failures count by distinct events, so that one event's retries are not many
     * @param status the HTTP status, 0 if there was no answer
     * @param retryAfter the wait that the endpoint asked for
     */
    record Result(
            String eventId, DeliveryOutcome outcome, int status, Verdict.Kind verdict, Optional<Duration> retryAfter) {}

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
        return refusal(subscription, known, now).map(Leave::refused).orElseGet(() -> claim(subscription, known, now));
    }

    /**
     * Why nothing may be sent to the endpoint of {@code subscription}, as far as is known without waiting for storage.
     *
     * @param soon has storage asked meanwhile, where what is known grows old
     */
    Optional<Leave.Refusal> knownRefusal(ResolvedSubscription subscription, Executor soon) {
        try {
            health.refresh(soon);
        } catch (RejectedExecutionException e) {
            // The instance ends; what is known does until then.
        }
        Map<String, Versioned<EndpointHealth>> known = health.recent();
        return known.isEmpty() || !isUsedFor(subscription)
                ? Optional.empty()
                : refusal(subscription, known, clock.instant());
    }

    /**
     * The state that keeps deliveries from the endpoint of {@code subscription} now, for who wants to know; nothing changes by it.
     *
     * @throws StorageUnavailableException if what is known is too old and storage does not answer
     */
    Optional<EndpointHealth> inProbation(ResolvedSubscription subscription) {
        if (!isUsedFor(subscription)) {
            return Optional.empty();
        }
        Map<String, Versioned<EndpointHealth>> known = health.fresh();
        return keysOf(subscription).stream()
                .flatMap(key -> Optional.ofNullable(known.get(key)).map(Versioned::value).stream())
                .filter(state -> isInForce(state, subscription) && state.isInProbation(clock.instant()))
                .findFirst();
    }

    /**
     * What is known of the endpoint of {@code subscription}, for who wants to know; absent while it is well. Its probation may be over: then
     * the next delivery is a probe.
     *
     * @throws StorageUnavailableException if what is known is too old and storage does not answer
     */
    Optional<EndpointHealth> stateOf(ResolvedSubscription subscription) {
        if (!isUsedFor(subscription)) {
            return Optional.empty();
        }
        Map<String, Versioned<EndpointHealth>> known = health.fresh();
        return keysOf(subscription).stream()
                .flatMap(key -> Optional.ofNullable(known.get(key)).map(Versioned::value).stream())
                .filter(state -> isInForce(state, subscription))
                .max(Comparator.comparing(EndpointHealth::until));
    }

    /** How many distinct events failed at the endpoint of {@code subscription} in a row, as this instance counted them. */
    int failuresOf(EventSubscription subscription) {
        return Math.max(
                streaks.length(keys.ofEndpoint(subscription)), streaks.length(keys.ofSubscription(subscription)));
    }

    private Optional<Leave.Refusal> refusal(
            ResolvedSubscription subscription, Map<String, Versioned<EndpointHealth>> known, Instant now) {
        for (String key : keysOf(subscription)) {
            Versioned<EndpointHealth> state = known.get(key);
            if (state == null) {
                rampUpIfHeldBack(key, subscription);
            } else if (isInForce(state.value(), subscription) && state.value().isInProbation(now)) {
                holdBack(key);
                return Optional.of(refusal(state.value(), now));
            }
        }
        return Optional.empty();
    }

    /** What is disabled is looked at now and then, as its subscription may be saved again. */
    private Leave.Refusal refusal(EndpointHealth state, Instant now) {
        return state.isDisabled() ? disabled(now) : new Leave.Refusal(state.until(), DeliveryOutcome.PROBATION);
    }

    /** The same whoever disabled it. */
    Leave.Refusal disabled(Instant now) {
        return new Leave.Refusal(lookedAtAgain(now), DeliveryOutcome.DISABLED);
    }

    /**
     * Whether a 410 has disabled the endpoint of {@code subscription}.
     *
     * @throws StorageUnavailableException if what is known is too old and storage does not answer
     */
    public boolean isDisabled(EventSubscription subscription) {
        boolean mayBe = rules.disableOnGone()
                && subscription.retryPolicy().flatMap(RetrySettings::schedule).isPresent();
        return mayBe
                && Optional.ofNullable(health.fresh().get(keys.ofSubscription(subscription)))
                        .filter(state -> state.value().isDisabled())
                        .isPresent();
    }

    /** Rounded up to a minute, so that what waits is merged. */
    private Instant lookedAtAgain(Instant now) {
        return now.plus(rules.longest())
                .plus(Duration.ofMinutes(1).minusNanos(1))
                .truncatedTo(ChronoUnit.MINUTES);
    }

    /** The setting may be off by now, or the subscription's schedule an edition's. */
    private boolean isInForce(EndpointHealth state, ResolvedSubscription subscription) {
        return !state.isDisabled() || rules.mayDisable(subscription.retryPolicy());
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
            if (state != null && isInForce(state.value(), subscription)) {
                Optional<Leave.Refusal> taken;
                try {
                    taken = claim(key, state, probeEnds, probes, now);
                } catch (StorageUnavailableException e) {
                    giveBack(Leave.probing(probes));
                    throw e;
                }
                if (taken.isPresent()) {
                    giveBack(Leave.probing(probes));
                    return Leave.refused(taken.get());
                }
            }
        }
        return Leave.probing(probes);
    }

    /** Empty if it was claimed or is gone, else when to ask again: somebody else was faster. */
    private Optional<Leave.Refusal> claim(
            String key, Versioned<EndpointHealth> state, Instant probeEnds, List<Leave.Probe> probes, Instant now) {
        EndpointHealth claimed = state.value().probed(probeEnds);
        if (store.replace(key, claimed, state.etag()).isPresent()) {
            probes.add(new Leave.Probe(key, state.value(), claimed));
            readAgain();
            return Optional.empty();
        }
        return Optional.ofNullable(health.read().get(key)).map(theirs -> refusal(theirs.value(), now));
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
    void learn(ResolvedSubscription subscription, Leave leave, Result result, DeliveryLog log) {
        if (!isUsedFor(subscription)) {
            return;
        }
        String endpoint = keys.ofEndpoint(subscription.subscription());
        String own = keys.ofSubscription(subscription.subscription());
        try {
            if (rules.isDisabledBy(result.status(), subscription.retryPolicy())) {
                succeeded(endpoint, endpoint, subscription);
                disable(own, subscription, result, log);
            } else if (isAlive(result)) {
                succeeded(endpoint, endpoint, subscription);
                succeeded(own, endpoint, subscription);
            } else if (ProbationRules.isOfSubscription(result.outcome())) {
                succeeded(endpoint, endpoint, subscription);
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

    /** A success that was under way does not undo that it was disabled: only a person does. */
    private void succeeded(String key, String endpoint, ResolvedSubscription subscription) {
        streaks.end(key);
        Versioned<EndpointHealth> state = health.last().get(key);
        if (state != null && !(state.value().isDisabled() && isInForce(state.value(), subscription))) {
            heldBack.remove(key);
            bulkhead.rampUp(endpoint);
            if (store.delete(key)) {
                notices.recovered(subscription.subscription(), state.value());
            }
            health.read();
        }
    }

    /** Counted and said once, by who wrote it. */
    private void disable(String key, ResolvedSubscription subscription, Result result, DeliveryLog log) {
        Optional<Versioned<EndpointHealth>> state =
                Optional.ofNullable(health.fresh().get(key));
        if (state.filter(known -> known.value().isDisabled()).isPresent()) {
            return;
        }
        EndpointHealth disabled = EndpointHealth.disabled(result.outcome());
        if (state.map(known -> store.replace(key, disabled, known.etag()))
                .orElseGet(() -> store.create(key, disabled))
                .isPresent()) {
            EventSubscription of = subscription.subscription();
            metrics.add(Counter.ENDPOINT_DISABLED_COUNT, 1, of.topic(), of.name());
            notices.disabled(of, disabled);
            log.trouble(
                    "the endpoint of event subscription " + of.name() + " of topic " + of.topic()
                            + " answered 410 Gone and is disabled",
                    "its events wait, and are dead-lettered when their time to live ends, unless it is saved again");
        }
        readAgain();
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
        int enough = rules.threshold(result.outcome());
        int failures = streaks.failed(key, result.eventId(), enough);
        if (asked.isPresent() || failures >= enough) {
            EndpointHealth state = EndpointHealth.probation(result.outcome(), asked, clock.instant(), rules);
            if (store.create(key, state).isPresent()) {
                notices.inProbation(subscription.subscription(), state);
            }
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

    /**
     * Forgets what is known of a subscription's endpoint, as the subscription was saved again, which says that it may be called, or was
     * deleted. What waits for it comes up as it was put off; a new event is tried at once here, and within seconds on other instances.
     *
     * @throws StorageUnavailableException if storage does not answer
     */
    public void reset(EventSubscription subscription) {
        try {
            for (String key : List.of(keys.ofEndpoint(subscription), keys.ofSubscription(subscription))) {
                streaks.end(key);
                store.delete(key);
            }
        } finally {
            health.forget();
        }
    }

    /** How many endpoints are in which state, on all instances; asks storage now and then. */
    public Map<String, DoubleSupplier> unhealthy() {
        return Map.of(PROBATION, () -> count(false), DISABLED, () -> count(true));
    }

    private long count(boolean disabled) {
        return health.fresh().values().stream()
                .filter(state -> state.value().isDisabled() == disabled)
                .count();
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
