package io.gridhook.core.event;

/** A publish request that breaks the rules of its topic's schema: the publisher's mistake, with a message for the publisher. */
public final class InvalidEventException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong, in the names of behaviour §9.5. */
    public enum Kind {
        /** 400 {@code BadRequest} / {@code InputJsonInvalid}: JSON, shape or property errors. */
        INPUT_JSON_INVALID,
        /** 400 {@code BadRequest} / {@code InvalidCloudEventHeader}: CloudEvents binary mode. */
        INVALID_CLOUD_EVENT_HEADER,
        /** 415 {@code UnsupportedMediaType} / {@code InvalidContentType}. */
        INVALID_CONTENT_TYPE,
        /** 413 {@code PayloadTooLarge}: the request, an event, or the number of events. */
        PAYLOAD_TOO_LARGE
    }

    private final Kind kind;

    public InvalidEventException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
