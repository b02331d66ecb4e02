package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.retry.Verdict;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Cached health of unhealthy endpoints, and the decisions that follow from it (behaviour §6.2, §6.3; DESIGN §2 "Endpoint health"). It
 * knows no clock and no storage: {@link HealthWriter} tells it readings and writes, and carries out its decisions. Every method is one
 * critical section and calls nothing outside.
 *
 * <p>All that it learns has an order. A reading never replaces a later one, nor a write of this instance that ended after the reading
 * began.
 */
final class HealthBook {
    /** DESIGN §2: the cache is stale by at most 5 s. */
    static final Duration AGE_MAX = Duration.ofSeconds(5);
    /** How stale it may be while another caller reads it again. */
    static final Duration STALE_MAX = AGE_MAX.multipliedBy(2);
    /** When it is read again ahead of time, if it is in use. */
    static final Duration REFRESH_AGE = AGE_MAX.multipliedBy(4).dividedBy(5);
    /** How long a claim outlasts the probe's response timeout; more than clocks of instances differ. */
    private static final Duration PROBE_MARGIN = Duration.ofSeconds(15);
    /** Bounds each memory of endpoints; then it starts empty again. */
    private static final int REMEMBERED_MAX = 10_000;

    /**
     * An endpoint as one subscription calls it.
     *
     * @param key of the state that all subscriptions of this endpoint share
     * @param ownKey of the state that is the subscription's own
     */
    record Endpoint(String key, String ownKey, RetryPolicy policy) {
        List<String> keys() {
            return List.of(key, ownKey);
        }
    }

    /**
     * The result of one POST.
     *
     * @param eventId the first event it carried: failures count by distinct events, so that retries of one event do not add up
     * @param status the HTTP status, 0 if there was no answer
     * @param retryAfter the wait that the endpoint asked for
     */
    record Result(
            String eventId, DeliveryOutcome outcome, int status, Verdict.Kind verdict, Optional<Duration> retryAfter) {}

    /**
     * The book's answer to a POST.
     *
     * @param admission empty if it is admitted once all {@code claims} are written
     * @param startsRampUp whether another instance ended a probation that this one refused deliveries for
     */
    record Answer(Optional<Admission> admission, List<Change> claims, boolean startsRampUp) {}

    /**
     * A write that follows. Without {@code before} it creates the state, without {@code after} it deletes the state whatever its version,
     * with both it replaces that version.
     *
     * @param order of the decision among all that the book learned
     */
    record Change(String key, Optional<Versioned<EndpointHealth>> before, Optional<EndpointHealth> after, long order) {
        boolean isDelete() {
            return after.isEmpty();
        }
    }

    private record Written(long order, Optional<Versioned<EndpointHealth>> state) {}

    private final ProbationRules rules;
    /** The last reading, with the writes that it does not contain. */
    private final Map<String, Versioned<EndpointHealth>> states = new HashMap<>();
    /** Writes that ended after the last reading began. */
    private final Map<String, Written> written = new HashMap<>();
    /** Keys of states that deliveries were refused for: the ramp-up starts when the state is gone. */
    private final Set<String> refused = new HashSet<>();
    /** Distinct events that failed in a row, by key. */
    private final Map<String, Set<String>> streaks = new HashMap<>();

    private Instant readAt = Instant.MIN;
    private long order;
    private long reading;
    private long forgotten;

    HealthBook(ProbationRules rules) {
        this.rules = rules;
    }

    /** A reading begins: its place in the order. */
    synchronized long beginReading() {
        return nextOrder();
    }

    /**
     * Keeps a reading, unless a later one was kept.
     *
     * @param begun from {@link #beginReading}
     * @param at when it began
     */
    synchronized void keep(long begun, Instant at, Map<String, Versioned<EndpointHealth>> read) {
        if (begun <= reading) {
            return;
        }
        reading = begun;
        readAt = at;
        states.clear();
        states.putAll(read);
        written.values().removeIf(write -> write.order() < begun);
        written.forEach((key, write) -> put(key, write.state()));
    }

    /** Whether the last reading began less than {@code ageMax} ago. A clock that was set back makes it old. */
    synchronized boolean isYounger(Duration ageMax, Instant now) {
        return reading > forgotten && !now.isBefore(readAt) && now.isBefore(readAt.plus(ageMax));
    }

    /** While all endpoints are healthy, nobody misses a book that grows old. */
    synchronized boolean isRefreshDue(Instant now) {
        return !states.isEmpty() && !isYounger(REFRESH_AGE, now);
    }

    /** Makes the book old: a write may or may not have happened. Readings that began before count as old, too. */
    synchronized void forget() {
        forgotten = nextOrder();
    }

    /** Whether a POST may be made. All states are checked before one is claimed, as another state's refusal would waste the claim. */
    synchronized Answer admission(Endpoint endpoint, Instant now) {
        Instant probeEnds =
                now.plus(endpoint.policy().profile().responseTimeout()).plus(PROBE_MARGIN);
        List<Change> claims = new ArrayList<>();
        boolean startsRampUp = false;
        for (String key : endpoint.keys()) {
            Optional<Versioned<EndpointHealth>> state = Optional.ofNullable(states.get(key));
            if (state.isEmpty()) {
                startsRampUp |= refused.remove(key);
            } else if (isInForce(state.get().value(), endpoint)) {
                if (state.get().value().isInProbation(now)) {
                    bound(refused);
                    refused.add(key);
                    return new Answer(Optional.of(refusal(state.get().value(), now)), List.of(), startsRampUp);
                }
                claims.add(change(key, state, Optional.of(state.get().value().probed(probeEnds))));
            }
        }
        Optional<Admission> free = claims.isEmpty() ? Optional.of(Admission.Admitted.FREE) : Optional.empty();
        return new Answer(free, List.copyOf(claims), startsRampUp);
    }

    /** Of the instance that won a claim; empty if the state is gone. */
    synchronized Optional<Admission.Refused> refusal(String key, Instant now) {
        return Optional.ofNullable(states.get(key)).map(state -> refusal(state.value(), now));
    }

    private Admission.Refused refusal(EndpointHealth state, Instant now) {
        return state.isDisabled()
                ? new Admission.Refused(rules.disabledCheckedAgain(now), DeliveryOutcome.DISABLED)
                : new Admission.Refused(state.until(), DeliveryOutcome.PROBATION);
    }

    /** What to write after a POST that {@code admission} allowed, in this order. Counts its failure. */
    synchronized List<Change> after(Endpoint endpoint, Admission.Admitted admission, Result result, Instant now) {
        boolean isDisabled = rules.isDisabledBy(result.status(), endpoint.policy());
        boolean isOwn = ProbationRules.isOfSubscription(result.outcome());
        if (isDisabled || isAlive(result) || isOwn) {
            Optional<Change> shared = succeeded(endpoint.key(), endpoint);
            Optional<Change> own = isDisabled
                    ? disabled(endpoint.ownKey(), result.outcome())
                    : isAlive(result)
                            ? succeeded(endpoint.ownKey(), endpoint)
                            : failed(endpoint.ownKey(), endpoint, admission, result, now);
            return both(shared, own);
        }
        return both(
                failed(endpoint.key(), endpoint, admission, result, now),
                admission.probe(endpoint.ownKey()).flatMap(this::givenBack));
    }

    private static List<Change> both(Optional<Change> first, Optional<Change> second) {
        return Stream.of(first, second).flatMap(Optional::stream).toList();
    }

    /** A final verdict on an event is an answer of an endpoint that works. */
    private static boolean isAlive(Result result) {
        return result.verdict() == Verdict.Kind.DELIVERED
                || (result.verdict() == Verdict.Kind.FINAL && !ProbationRules.isOfSubscription(result.outcome()));
    }

    /** A success does not enable a disabled endpoint, as its POST may have begun before: only a person does. */
    private Optional<Change> succeeded(String key, Endpoint endpoint) {
        streaks.remove(key);
        Optional<Versioned<EndpointHealth>> state = Optional.ofNullable(states.get(key))
                .filter(known -> !(known.value().isDisabled() && isInForce(known.value(), endpoint)));
        state.ifPresent(known -> refused.remove(key));
        return state.map(known -> change(key, state, Optional.empty()));
    }

    private Optional<Change> disabled(String key, DeliveryOutcome cause) {
        Optional<Versioned<EndpointHealth>> state = Optional.ofNullable(states.get(key));
        return state.filter(known -> known.value().isDisabled()).isPresent()
                ? Optional.empty()
                : Optional.of(change(key, state, Optional.of(EndpointHealth.disabled(cause))));
    }

    /** Once an endpoint is in probation, only the probe's failure says something new. */
    private Optional<Change> failed(
            String key, Endpoint endpoint, Admission.Admitted admission, Result result, Instant now) {
        Optional<Duration> asked =
                endpoint.policy().ownSchedule() ? result.retryAfter().filter(wait -> !wait.isZero()) : Optional.empty();
        Optional<Admission.Probe> probe = admission.probe(key);
        if (probe.isPresent()) {
            return afterProbe(probe.get(), probe.get().claimed().again(result.outcome(), asked, now, rules));
        }
        if (states.containsKey(key)) {
            return Optional.empty();
        }
        int enough = rules.threshold(result.outcome());
        int failures = countFailure(key, result.eventId(), enough);
        return asked.isPresent() || failures >= enough
                ? Optional.of(change(
                        key,
                        Optional.empty(),
                        Optional.of(EndpointHealth.probation(result.outcome(), asked, now, rules))))
                : Optional.empty();
    }

    /** No more than {@code enough} events are remembered, as storage may refuse for days what follows. */
    private int countFailure(String key, String eventId, int enough) {
        bound(streaks.keySet());
        Set<String> streak = streaks.computeIfAbsent(key, first -> new HashSet<>());
        if (streak.size() < enough) {
            streak.add(eventId);
        }
        return streak.size();
    }

    /** What to write so that another delivery can claim the probe now; empty if the claim has expired and was taken. */
    synchronized Optional<Change> givenBack(Admission.Probe probe) {
        return afterProbe(probe, probe.before());
    }

    private Optional<Change> afterProbe(Admission.Probe probe, EndpointHealth next) {
        return Optional.ofNullable(states.get(probe.key()))
                .filter(state -> state.value().equals(probe.claimed()))
                .map(state -> change(probe.key(), Optional.of(state), Optional.of(next)));
    }

    /** Ends the streak of {@code key}; what to write so that its state is gone. */
    synchronized Change reset(String key) {
        streaks.remove(key);
        return change(key, Optional.ofNullable(states.get(key)), Optional.empty());
    }

    /**
     * Takes the result of a write into the book; what is stored by it.
     *
     * @param etag of the state that was written; empty after a delete, or if another instance was faster: then a reading is to follow
     */
    synchronized Optional<Versioned<EndpointHealth>> applied(Change change, Optional<String> etag) {
        if (change.before().isEmpty()) {
            streaks.remove(change.key());
        }
        Optional<Versioned<EndpointHealth>> state =
                change.after().flatMap(value -> etag.map(version -> new Versioned<>(value, version)));
        if (state.isPresent() || change.isDelete()) {
            learn(change, state);
        }
        return state;
    }

    private void learn(Change change, Optional<Versioned<EndpointHealth>> state) {
        Written other = written.get(change.key());
        if (other != null && other.order() > change.order()) {
            // Two writes to one key at a time: only storage knows which came last.
            forget();
            return;
        }
        if (change.order() < reading) {
            // A reading was kept meanwhile, and may contain a later write to this key.
            forget();
        }
        if (written.size() >= REMEMBERED_MAX) {
            written.clear();
            forget();
        }
        written.put(change.key(), new Written(nextOrder(), state));
        put(change.key(), state);
    }

    /** Whether no state is known of it. */
    synchronized boolean isHealthy(Endpoint endpoint) {
        return endpoint.keys().stream().noneMatch(states::containsKey);
    }

    /** All of them, by key. */
    synchronized Map<String, EndpointHealth> states() {
        Map<String, EndpointHealth> values = new HashMap<>();
        states.forEach((key, state) -> values.put(key, state.value()));
        return values;
    }

    /** How many distinct events failed in a row. */
    synchronized int failures(String key) {
        return streaks.getOrDefault(key, Set.of()).size();
    }

    /** The setting may be off by now, or the subscription may follow an edition's schedule. */
    boolean isInForce(EndpointHealth state, Endpoint endpoint) {
        return !state.isDisabled() || rules.mayDisable(endpoint.policy());
    }

    private Change change(String key, Optional<Versioned<EndpointHealth>> before, Optional<EndpointHealth> after) {
        return new Change(key, before, after, nextOrder());
    }

    private void put(String key, Optional<Versioned<EndpointHealth>> state) {
        state.ifPresentOrElse(stored -> states.put(key, stored), () -> states.remove(key));
    }

    private long nextOrder() {
        order++;
        return order;
    }

    private static void bound(Collection<String> remembered) {
        if (remembered.size() >= REMEMBERED_MAX) {
            remembered.clear();
        }
    }
}
