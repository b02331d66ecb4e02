package io.gridhook.app;

import io.gridhook.core.topic.EntraApplication;
import io.gridhook.port.AccessTokens;
import io.gridhook.port.AccessTokens.AccessToken;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of Entra-protected webhooks (behaviour §18): one for each application, asked for once at a time, used until shortly before
 * its end. As many are kept as applications are named by subscriptions.
 */
public final class BearerTokens {
    /** Ours: a new one is asked for so long before the end of the one that is used meanwhile. */
    static final Duration REFRESH_BEFORE_END = Duration.ofMinutes(5);
    /** Ours: none is sent that may end on its way. */
    static final Duration UNUSED_BEFORE_END = Duration.ofMinutes(1);
    /** Ours: Entra is not asked again sooner after it gave none, or one whose end is near: it may give that again. */
    static final Duration PAUSE = Duration.ofSeconds(30);

    /** Ours: what waits for a token is looked at so often. */
    static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    /** When what got no token at {@code now} is looked at again; rounded up, so that what waits is merged. */
    static Instant lookAgain(Instant now) {
        return now.plus(LOOK_AGAIN).plusSeconds(1).truncatedTo(ChronoUnit.SECONDS);
    }

    /**
     * What is known. Nothing of either: one is asked for.
     *
     * @param token to be sent now
     * @param failure why there is none
     */
    record Answer(Optional<String> token, Optional<Throwable> failure) {
        private static final Answer PENDING = new Answer(Optional.empty(), Optional.empty());

        /** Tokens stay out of logs. */
        @Override
        public String toString() {
            return "Answer[" + (token.isPresent() ? "a token" : failure.isPresent() ? "failed" : "pending") + "]";
        }
    }

    private static final class Entry {
        private @Nullable AccessToken token;
        private @Nullable Throwable failure;
        private Instant askAgain = Instant.MIN;
        private boolean isAsking;
        private List<Runnable> waiting = new ArrayList<>();
    }

    private final AccessTokens tokens;
    private final InstantSource clock;
    private final Map<EntraApplication, Entry> entries = new HashMap<>();

    /** With none yet. */
    public BearerTokens(AccessTokens tokens, InstantSource clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    /**
     * The token for {@code application}, as far as it is known; never waits.
     *
     * @param whenKnown run once if it is not known yet: then ask again
     */
    Answer ask(EntraApplication application, Runnable whenKnown) {
        Entry entry = claim(application);
        if (entry != null) {
            fetch(application, entry);
        }
        return look(application, whenKnown);
    }

    /** The entry if it is this caller's to ask for a token. */
    private synchronized @Nullable Entry claim(EntraApplication application) {
        Entry entry = entries.computeIfAbsent(application, key -> new Entry());
        Instant now = clock.instant();
        boolean isFresh = isBefore(now, entry.token, REFRESH_BEFORE_END);
        if (isFresh || entry.isAsking || now.isBefore(entry.askAgain)) {
            return null;
        }
        entry.isAsking = true;
        return entry;
    }

    private void fetch(EntraApplication application, Entry entry) {
        CompletableFuture<AccessToken> asked;
        try {
            asked = tokens.of(application);
        } catch (RuntimeException | Error e) {
            // After an error as well, as when there is no thread: else nobody would ever ask again.
            asked = CompletableFuture.failedFuture(e);
        }
        var unused = asked.whenComplete((token, failure) -> known(entry, token, failure));
    }

    private void known(Entry entry, @Nullable AccessToken token, @Nullable Throwable failure) {
        List<Runnable> told;
        synchronized (this) {
            entry.isAsking = false;
            entry.askAgain = clock.instant().plus(PAUSE);
            if (token != null) {
                entry.token = token;
                entry.failure = null;
            } else {
                entry.failure = failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
            }
            told = entry.waiting;
            entry.waiting = new ArrayList<>();
        }
        told.forEach(Runnable::run);
    }

    private synchronized Answer look(EntraApplication application, Runnable whenKnown) {
        Entry entry = entries.computeIfAbsent(application, key -> new Entry());
        if (isBefore(clock.instant(), entry.token, UNUSED_BEFORE_END)) {
            return new Answer(Optional.ofNullable(entry.token).map(AccessToken::value), Optional.empty());
        }
        if (entry.isAsking) {
            entry.waiting.add(whenKnown);
            return Answer.PENDING;
        }
        return new Answer(
                Optional.empty(),
                Optional.of(
                        entry.failure == null
                                ? new IllegalStateException("the token of " + application + " ends within a minute")
                                : entry.failure));
    }

    private static boolean isBefore(Instant now, @Nullable AccessToken token, Duration margin) {
        return token != null && now.isBefore(token.expires().minus(margin));
    }
}
