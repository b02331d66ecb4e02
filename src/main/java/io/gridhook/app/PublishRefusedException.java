package io.gridhook.app;

/** A publish that was not accepted for a reason outside its events. Nothing of it was stored. */
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
        /** 401: a key that is not the topic's, or a token that was not made with one, or not for this topic. */
        CREDENTIALS_WRONG,
        /** 401: a SAS token whose time is over. */
        CREDENTIALS_EXPIRED,
        /** 401: a topic that takes neither keys nor SAS tokens. */
        CREDENTIALS_DISABLED,
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
