package io.gridhook.adapter.entra;

import io.gridhook.port.SigningKeysUnavailableException;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The issuer's keys, kept and fetched anew: an unknown id may be a key that came since (key roll-over). Strangers make up ids as they like,
 * so there is one fetch at a time and one every {@link #FETCH_GAP}, and few wait for it. Who brings a known id never waits but for the first
 * fetch of all.
 */
final class SigningKeys {
    /** Ours: between two fetches. An issuer publishes a key long before it signs with it. */
    static final Duration FETCH_GAP = Duration.ofSeconds(30);
    /** Ours: keys of this age are fetched anew behind the back of who asks, so that a key that was withdrawn goes. */
    static final Duration REFRESH_AFTER = Duration.ofHours(1);
    /** Ours: keys of this age say nothing any more; until then they outlive an issuer that does not answer. */
    static final Duration USABLE_FOR = Duration.ofHours(24);
    /** Ours: callers that wait for a fetch; the others are told to come again, and keep no thread. */
    static final int WAITING_MAX = 8;

    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final KeySource source;
    private final InstantSource clock;
    private final Semaphore waiting = new Semaphore(WAITING_MAX);
    private final Object lock = new Object();

    private volatile @Nullable KeySet known;
    private @Nullable CompletableFuture<KeySet> underWay;
    private Instant lastTry = Instant.MIN;
    private boolean lastTryFailed;

    SigningKeys(KeySource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    /**
     * The key of this id; empty if the issuer has none.
     *
     * @throws SigningKeysUnavailableException if that is not known
     */
    Optional<RSAPublicKey> find(String id) {
        Instant now = clock.instant();
        Optional<KeySet> usable = usable(now);
        Optional<RSAPublicKey> key = usable.flatMap(keys -> keys.find(id));
        if (key.isEmpty()) {
            return await(usable, now).find(id);
        }
        if (!now.isBefore(usable.get().fetchedAt().plus(REFRESH_AFTER))) {
            var unused = fetch(now);
        }
        return key;
    }

    /** Whether one caller more would be told to come again. */
    boolean isCrowded() {
        return waiting.availablePermits() == 0;
    }

    private Optional<KeySet> usable(Instant now) {
        return Optional.ofNullable(known)
                .filter(keys -> now.isBefore(keys.fetchedAt().plus(USABLE_FOR)));
    }

    /** Keys that are as new as they can be: just fetched, or so lately that they count as that. */
    private KeySet await(Optional<KeySet> usable, Instant now) {
        Optional<CompletableFuture<KeySet>> fetch = fetch(now);
        if (fetch.isPresent()) {
            return await(fetch.get());
        }
        synchronized (lock) {
            if (lastTryFailed) {
                throw new SigningKeysUnavailableException("the issuer's keys could not be fetched a moment ago");
            }
        }
        return usable(now)
                .or(() -> usable)
                .orElseThrow(() -> new SigningKeysUnavailableException("the issuer's keys are not known"));
    }

    private KeySet await(CompletableFuture<KeySet> fetch) {
        if (!waiting.tryAcquire()) {
            throw new SigningKeysUnavailableException("enough callers wait for the issuer's keys");
        }
        try {
            return fetch.get(HttpKeySource.TOTAL_MAX.plus(MARGIN).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new SigningKeysUnavailableException("the issuer's keys cannot be fetched", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SigningKeysUnavailableException("interrupted", e);
        } finally {
            waiting.release();
        }
    }

    /** The fetch that is under way, or a new one; empty if the last was too short a time ago. */
    private Optional<CompletableFuture<KeySet>> fetch(Instant now) {
        CompletableFuture<KeySet> mine;
        synchronized (lock) {
            if (underWay != null) {
                return Optional.of(underWay);
            }
            if (lastTry.isAfter(now.minus(FETCH_GAP))) {
                return Optional.empty();
            }
            lastTry = now;
            mine = new CompletableFuture<>();
            underWay = mine;
        }
        // Outside the lock: it may answer at once.
        var unused = ask().thenApply(json -> KeySet.parse(json, now))
                .whenComplete((keys, failure) -> end(mine, keys, failure));
        return Optional.of(mine);
    }

    private CompletableFuture<String> ask() {
        try {
            return source.fetch();
        } catch (RuntimeException | Error e) {
            // After an error as well, as when there is no thread: else nobody would ever fetch again.
            return CompletableFuture.failedFuture(e);
        }
    }

    private void end(CompletableFuture<KeySet> fetch, @Nullable KeySet keys, @Nullable Throwable failure) {
        synchronized (lock) {
            underWay = null;
            lastTryFailed = failure != null;
            if (keys != null) {
                known = keys;
            }
        }
        if (keys != null) {
            fetch.complete(keys);
        } else {
            fetch.completeExceptionally(failure == null ? new IllegalStateException("no keys") : failure);
        }
    }
}
