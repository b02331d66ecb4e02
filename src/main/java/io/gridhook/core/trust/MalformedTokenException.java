package io.gridhook.core.trust;

/** A text that is no SAS token at all (400 {@code InvalidSas}, behaviour §9.4–9.5); the message says why and repeats nothing of it. */
public final class MalformedTokenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedTokenException(String message) {
        super(message);
    }

    /** Never absent. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
