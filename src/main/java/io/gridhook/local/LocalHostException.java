package io.gridhook.local;

/** The local host cannot start; the message is one sentence for the person who started it. */
public final class LocalHostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LocalHostException(String message) {
        super(message);
    }

    public LocalHostException(String message, Throwable cause) {
        super(message, cause);
    }
}
