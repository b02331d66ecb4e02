package io.gridhook.app;

/** A publish that was not accepted for a reason outside its events. Nothing of it was stored. */
public final class PublishRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Kind {
        /** 404: no such topic. */
        TOPIC_NOT_FOUND,
        /** 401: no key. */
        CREDENTIALS_MISSING,
        /** 400: an empty key (behaviour §9.4). */
        CREDENTIALS_EMPTY,
        /** 401: a key that is not the topic's. */
        CREDENTIALS_WRONG,
        /** 503 with {@code Retry-After}: the waiting line is full or storage refuses. */
        UNAVAILABLE
    }

    private final Kind kind;

    public PublishRefusedException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public PublishRefusedException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
