package io.gridhook.app;

import io.gridhook.app.HealthBook.Change;
import io.gridhook.app.HealthBook.Endpoint;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;

/**
 * Reads and writes the health that all instances share, as {@link HealthBook} decides. Concurrent callers share a reading; of two writes
 * to one state the ETag lets one win. The result of a write is applied to the book, so nothing is read after it. No lock is held while
 * storage is asked. Editions without delayed delivery (IoT Edge, Kubernetes) pass unhindered.
 */
public final class HealthWriter {
    private final HealthStore store;
    private final EndpointKeys keys;
    private final ProbationRules rules;
    private final Consumer<String> rampUp;
    private final Metrics metrics;
    private final Notices notices;
    private final InstantSource clock;
    private final Executor executor;
    private final HealthBook book;
    private final AtomicBoolean isRefreshing = new AtomicBoolean();
    private final SingleFlight reading = new SingleFlight("endpoint health was not read");

    /**
     * The health of one instance.
     *
     * @param rampUp told the key of each endpoint whose ramp-up starts ({@link EndpointKeys#ofEndpoint})
     */
    public HealthWriter(
            HealthStore store,
            EndpointKeys keys,
            ProbationRules rules,
            Consumer<String> rampUp,
            Metrics metrics,
            Notices notices,
            InstantSource clock,
            Executor executor) {
        this.store = store;
        this.keys = keys;
        this.rules = rules;
        this.rampUp = rampUp;
        this.metrics = metrics;
        this.notices = notices;
        this.clock = clock;
        this.executor = executor;
        this.book = new HealthBook(rules);
    }

    /** Whether a POST may be made, without waiting for storage; empty if the cache is too old or a probe must be claimed. */
    Optional<Admission> askNow(ResolvedSubscription subscription) {
        if (!isUsedFor(subscription)) {
            return Optional.of(Admission.Admitted.FREE);
        }
        Instant now = clock.instant();
        refreshSoon(now);
        if (!book.isYounger(HealthBook.AGE_MAX, now)) {
            return Optional.empty();
        }
        return answer(subscription, now).admission();
    }

    /**
     * Whether a POST may be made. Where the endpoint's probation has passed, it is admitted as the one probe.
     *
     * @throws StorageUnavailableException if storage had to be asked and does not answer
     */
    Admission ask(ResolvedSubscription subscription) {
        if (!isUsedFor(subscription)) {
            return Admission.Admitted.FREE;
        }
        Instant now = clock.instant();
        freshen(HealthBook.AGE_MAX);
        HealthBook.Answer answer = answer(subscription, now);
        return answer.admission().orElseGet(() -> claim(answer.claims(), now));
    }

    private HealthBook.Answer answer(ResolvedSubscription subscription, Instant now) {
        Endpoint endpoint = endpoint(subscription);
        HealthBook.Answer answer = book.admission(endpoint, now);
        if (answer.startsRampUp()) {
            rampUp.accept(endpoint.key());
        }
        return answer;
    }

    /** Claims the probe of each state, or of none. */
    private Admission claim(List<Change> claims, Instant now) {
        List<Admission.Probe> probes = new ArrayList<>();
        boolean isAdmitted = false;
        try {
            for (Change claim : claims) {
                Optional<Versioned<EndpointHealth>> claimed = put(claim);
                claimed.ifPresent(state -> probes.add(new Admission.Probe(
                        claim.key(), claim.before().orElseThrow().value(), state.value())));
                Optional<Admission.Refused> refusal =
                        claimed.isPresent() ? Optional.empty() : book.refusal(claim.key(), now);
                if (refusal.isPresent()) {
                    return refusal.get();
                }
            }
            isAdmitted = true;
            return new Admission.Admitted(probes);
        } finally {
            if (!isAdmitted) {
                giveBack(new Admission.Admitted(probes));
            }
        }
    }

    /** Gives back the probes of a POST that is not made, so that others need not wait until the claims expire. */
    void giveBack(Admission.Admitted admission) {
        admission.probes().forEach(this::giveBack);
    }

    private void giveBack(Admission.Probe probe) {
        try {
            book.givenBack(probe).ifPresent(this::put);
        } catch (StorageUnavailableException e) {
            // The claim expires.
            forget();
        }
    }

    /** Whether {@link #learn} may wait for storage: not where a healthy endpoint stays healthy. */
    boolean mayWaitFor(ResolvedSubscription subscription, HealthBook.Result result) {
        return isUsedFor(subscription)
                && !(result.verdict() == Verdict.Kind.DELIVERED && book.isHealthy(endpoint(subscription)));
    }

    /** Learns from the result of a POST that {@code admission} allowed. A storage error only costs the knowledge. */
    void learn(
            ResolvedSubscription subscription,
            Admission.Admitted admission,
            HealthBook.Result result,
            DeliveryLog log) {
        if (!isUsedFor(subscription)) {
            return;
        }
        Endpoint endpoint = endpoint(subscription);
        try {
            if (rules.isDisabledBy(result.status(), subscription.retryPolicy())) {
                // Another instance may have disabled it and said so.
                freshen(HealthBook.AGE_MAX);
            }
            for (Change change : book.after(endpoint, admission, result, clock.instant())) {
                if (change.isDelete()) {
                    rampUp.accept(endpoint.key());
                }
                if (change.isDelete() ? delete(change) : put(change).isPresent()) {
                    tell(change, subscription.subscription(), log);
                }
            }
        } catch (StorageUnavailableException e) {
            forget();
        }
    }

    /** Said once, by the instance that wrote it. */
    private void tell(Change change, EventSubscription of, DeliveryLog log) {
        if (change.isDelete()) {
            notices.recovered(of, change.before().orElseThrow().value());
        } else if (change.after().get().isDisabled()) {
            metrics.add(Counter.ENDPOINT_DISABLED_COUNT, 1, of.topic(), of.name());
            notices.disabled(of, change.after().get());
            log.trouble(
                    "the endpoint of event subscription " + of.name() + " of topic " + of.topic()
                            + " answered 410 Gone and is disabled",
                    "its events wait, and are dead-lettered when their time to live ends, unless it is saved again");
        } else if (change.before().isEmpty()) {
            notices.inProbation(of, change.after().get());
        }
    }

    /** Creates or replaces. Empty if another instance was faster: then what it wrote has been read. */
    private Optional<Versioned<EndpointHealth>> put(Change change) {
        EndpointHealth value = change.after().orElseThrow();
        Optional<Versioned<EndpointHealth>> stored = book.applied(
                change,
                change.before()
                        .map(before -> store.replace(change.key(), value, before.etag()))
                        .orElseGet(() -> store.create(change.key(), value)));
        if (stored.isEmpty()) {
            read();
        }
        return stored;
    }

    private boolean delete(Change change) {
        boolean isDeleted = store.delete(change.key());
        book.applied(change, Optional.empty());
        return isDeleted;
    }

    /**
     * Deletes the health of a subscription's endpoint, as the subscription was saved or deleted. A deferred message keeps its visibility
     * delay; a new event is tried at once here, and within seconds on other instances.
     *
     * @throws StorageUnavailableException if storage does not answer
     */
    public void reset(EventSubscription subscription) {
        try {
            delete(book.reset(keys.ofEndpoint(subscription)));
            delete(book.reset(keys.ofSubscription(subscription)));
        } catch (StorageUnavailableException e) {
            forget();
            throw e;
        }
    }

    /**
     * Whether a 410 has disabled the endpoint of {@code subscription}.
     *
     * @throws StorageUnavailableException if storage had to be asked and does not answer
     */
    public boolean isDisabled(EventSubscription subscription) {
        boolean mayBe = rules.disableOnGone()
                && subscription.retryPolicy().flatMap(RetrySettings::schedule).isPresent();
        EndpointHealth state = mayBe ? freshStates().get(keys.ofSubscription(subscription)) : null;
        return state != null && state.isDisabled();
    }

    /** The state that refuses deliveries now; nothing changes by asking. Throws like {@link #isDisabled}. */
    Optional<EndpointHealth> inProbation(ResolvedSubscription subscription) {
        return states(subscription)
                .filter(state -> state.isInProbation(clock.instant()))
                .findFirst();
    }

    /** The state that lasts longest; if its probation is over, the next delivery is a probe. Throws like {@link #isDisabled}. */
    Optional<EndpointHealth> stateOf(ResolvedSubscription subscription) {
        return states(subscription).max(Comparator.comparing(EndpointHealth::until));
    }

    private Stream<EndpointHealth> states(ResolvedSubscription subscription) {
        if (!isUsedFor(subscription)) {
            return Stream.empty();
        }
        Endpoint endpoint = endpoint(subscription);
        Map<String, EndpointHealth> states = freshStates();
        return endpoint.keys().stream()
                .flatMap(key -> Optional.ofNullable(states.get(key)).stream())
                .filter(state -> book.isInForce(state, endpoint));
    }

    private Map<String, EndpointHealth> freshStates() {
        freshen(HealthBook.AGE_MAX);
        return book.states();
    }

    /** How many distinct events failed in a row, as this instance counted them. */
    int failuresOf(EventSubscription subscription) {
        return Math.max(book.failures(keys.ofEndpoint(subscription)), book.failures(keys.ofSubscription(subscription)));
    }

    /** How many endpoints are in which state, on all instances; asks storage where the cache is too old. */
    public Map<String, DoubleSupplier> unhealthy() {
        DoubleSupplier disabled = () -> freshStates().values().stream()
                .filter(EndpointHealth::isDisabled)
                .count();
        return Map.of("Probation", () -> freshStates().size() - disabled.getAsDouble(), "Disabled", disabled);
    }

    /** Has the executor read ahead of time. Whatever the executor throws, the next caller tries again. */
    private void refreshSoon(Instant now) {
        if (!book.isRefreshDue(now) || !isRefreshing.compareAndSet(false, true)) {
            return;
        }
        boolean isHandedOver = false;
        try {
            executor.execute(this::refresh);
            isHandedOver = true;
        } catch (RejectedExecutionException e) {
            // The instance shuts down. The cache serves until it is too old.
        } finally {
            if (!isHandedOver) {
                isRefreshing.set(false);
            }
        }
    }

    private void refresh() {
        try {
            freshen(HealthBook.REFRESH_AGE);
        } catch (StorageUnavailableException e) {
            // The cache grows old, and is not used.
        } finally {
            isRefreshing.set(false);
        }
    }

    /** Reads storage unless the cache is younger than {@code ageMax}. While another caller reads, it may be somewhat older. */
    private void freshen(Duration ageMax) {
        BooleanSupplier isYoung = () -> book.isYounger(ageMax, clock.instant());
        if (isYoung.getAsBoolean()) {
            return;
        }
        Runnable unlessReadMeanwhile = () -> {
            if (!isYoung.getAsBoolean()) {
                read();
            }
        };
        reading.run(unlessReadMeanwhile, () -> book.isYounger(HealthBook.STALE_MAX, clock.instant()));
    }

    private void read() {
        book.keep(book.beginReading(), clock.instant(), store.list());
    }

    /** After a write that may or may not have happened. */
    private void forget() {
        book.forget();
        reading.forget();
    }

    private Endpoint endpoint(ResolvedSubscription subscription) {
        EventSubscription defined = subscription.subscription();
        return new Endpoint(keys.ofEndpoint(defined), keys.ofSubscription(defined), subscription.retryPolicy());
    }

    private static boolean isUsedFor(ResolvedSubscription subscription) {
        return subscription.retryPolicy().profile().delayedDelivery();
    }
}
