package io.gridhook.app;

import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.port.HealthStore;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * What this instance knows of the endpoints that are not healthy. It is read by one caller at a time, and no lock is held while storage
 * is asked: the others go on with what is known, so that a slow table is not everybody's wait.
 */
final class KnownHealth {
    /** DESIGN §2: cached for at most 5 s. */
    static final Duration AGE_MAX = Duration.ofSeconds(5);
    /** Ours: how old it may be while somebody reads it again. */
    static final Duration STALE_MAX = AGE_MAX.multipliedBy(2);

    /**
     * One reading.
     *
     * @param order of the readings' beginnings: an earlier one never takes a later one's place
     * @param readAt before storage was asked, by this instance's clock
     */
    private record Reading(long order, Instant readAt, Map<String, Versioned<EndpointHealth>> states) {
        /** A clock that was set back makes it old, not young for as long. */
        boolean isYoungerThan(Duration age, Instant now) {
            return !now.isBefore(readAt) && now.isBefore(readAt.plus(age));
        }
    }

    private final HealthStore store;
    private final InstantSource clock;
    private long readings;
    private boolean isRefreshing;
    private Reading last = new Reading(0, Instant.MIN, Map.of());
    private Optional<CompletableFuture<Map<String, Versioned<EndpointHealth>>>> underWay = Optional.empty();

    KnownHealth(HealthStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** All of them by key, however old. */
    synchronized Map<String, Versioned<EndpointHealth>> last() {
        return last.states();
    }

    /**
     * All of them by key; read again if what is known is older than {@link #AGE_MAX}, or by somebody else than {@link #STALE_MAX}.
     *
     * @throws StorageUnavailableException if storage had to be asked and does not answer
     */
    Map<String, Versioned<EndpointHealth>> fresh() {
        CompletableFuture<Map<String, Versioned<EndpointHealth>>> reading = new CompletableFuture<>();
        Optional<CompletableFuture<Map<String, Versioned<EndpointHealth>>>> others;
        synchronized (this) {
            Duration most = underWay.isPresent() ? STALE_MAX : AGE_MAX;
            if (last.isYoungerThan(most, clock.instant())) {
                return last.states();
            }
            others = underWay;
            underWay = Optional.of(others.orElse(reading));
        }
        return others.isPresent() ? await(others.get()) : readFor(reading);
    }

    /** Reads for all that wait. */
    private Map<String, Versioned<EndpointHealth>> readFor(
            CompletableFuture<Map<String, Versioned<EndpointHealth>>> waiting) {
        try {
            Map<String, Versioned<EndpointHealth>> states = read();
            waiting.complete(states);
            return states;
        } finally {
            synchronized (this) {
                underWay = underWay.filter(newest -> newest != waiting);
            }
            // Of no effect after an answer.
            waiting.completeExceptionally(new StorageUnavailableException("endpoint health was not read"));
        }
    }

    private static Map<String, Versioned<EndpointHealth>> await(
            CompletableFuture<Map<String, Versioned<EndpointHealth>>> reading) {
        try {
            return reading.join();
        } catch (CompletionException e) {
            throw new StorageUnavailableException("endpoint health was not read", e);
        }
    }

    /**
     * Reads all of them now, whoever else does: after a change.
     *
     * @throws StorageUnavailableException if storage does not answer
     */
    Map<String, Versioned<EndpointHealth>> read() {
        Instant readAt = clock.instant();
        long order = nextOrder();
        Reading reading = new Reading(order, readAt, store.list());
        keep(reading);
        return reading.states();
    }

    private synchronized long nextOrder() {
        readings++;
        return readings;
    }

    private synchronized void keep(Reading reading) {
        if (reading.order() > last.order()) {
            last = reading;
        }
    }

    /** All of them by key as far as that is fresh, without asking storage. */
    synchronized Map<String, Versioned<EndpointHealth>> recent() {
        return last.isYoungerThan(AGE_MAX, clock.instant()) ? last.states() : Map.of();
    }

    /**
     * Keeps {@link #recent} fresh: has {@code executor} read storage, unless that is under way or not needed yet.
     *
     * @throws RuntimeException what {@code executor} throws; the next call tries again
     */
    void refresh(Executor executor) {
        if (!mayRefresh()) {
            return;
        }
        boolean isHandedOver = false;
        try {
            executor.execute(this::refreshNow);
            isHandedOver = true;
        } finally {
            if (!isHandedOver) {
                refreshEnded();
            }
        }
    }

    private synchronized boolean mayRefresh() {
        boolean isYoung = last.isYoungerThan(AGE_MAX.multipliedBy(4).dividedBy(5), clock.instant());
        boolean mayRefresh = !isRefreshing && !isYoung && !last.states().isEmpty();
        isRefreshing |= mayRefresh;
        return mayRefresh;
    }

    private synchronized void refreshEnded() {
        isRefreshing = false;
    }

    private void refreshNow() {
        try {
            read();
        } catch (StorageUnavailableException e) {
            // then it grows old, and is not used
        } finally {
            refreshEnded();
        }
    }

    /** Has it read again before it is used as fresh: after a change that may have happened. A reading under way does not count. */
    synchronized void forget() {
        last = new Reading(nextOrder(), Instant.MIN, last.states());
        underWay = Optional.empty();
    }
}
