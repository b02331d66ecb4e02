package io.gridhook.app;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A publish that was not accepted for a reason outside its events. Nothing of it was stored, unless its kind says otherwise. */
public final class PublishRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Kind {
        /** 404: no such topic. */
        TOPIC_NOT_FOUND,
        /** 401: neither a key nor a token. */
        CREDENTIALS_MISSING,
        /** 400: an empty key (behaviour §9.4). */
        CREDENTIALS_EMPTY,
        /** 400: a SAS token that is none (behaviour §9.4). */
        CREDENTIALS_MALFORMED,
        /** 401: a key that is not the topic's, a token that was not made with one, or not for this topic, or no good Entra token. */
        CREDENTIALS_WRONG,
        /** 401: a SAS token or an Entra token whose time is over. */
        CREDENTIALS_EXPIRED,
        /** 401: a topic that takes neither keys nor SAS tokens. */
        CREDENTIALS_DISABLED,
        /** 403: a good Entra token whose principal lacks the role (behaviour §9.4). */
        CREDENTIALS_FORBIDDEN,
        /** 429 with {@code Retry-After}: too many wrong credentials came from the same source; these were not looked at. */
        TOO_MANY_FAILURES,
        /** 503 with {@code Retry-After}: the waiting line is full, storage refuses, or an Entra token cannot be judged. */
        UNAVAILABLE,
        /** 503 with {@code Retry-After}: storage did not say what became of it, so that all of it may be stored, or nothing. */
        UNCERTAIN
    }

    private final Kind kind;
    /** Null: nothing is said of it. Optional cannot be serialized, as exceptions can. */
    private final @Nullable Duration retryAfter;

    public PublishRefusedException(Kind kind, String message) {
        super(message);
        this.kind = kind;
        this.retryAfter = null;
    }

    public PublishRefusedException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = null;
    }

    private PublishRefusedException(Kind kind, String message, Duration retryAfter) {
        super(message);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    static PublishRefusedException tooManyFailures(Duration wait) {
        return new PublishRefusedException(
                Kind.TOO_MANY_FAILURES,
                "Too many requests with wrong credentials came from this address. Try again later.",
                wait);
    }

    /** When another try may be worth it, if that is known. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    public Kind kind() {
        return kind;
    }
}
