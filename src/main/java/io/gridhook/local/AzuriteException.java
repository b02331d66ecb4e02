package io.gridhook.local;

/** Azurite could not be installed or started; the message says why in one sentence, for whoever started the local host. */
public final class AzuriteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AzuriteException(String message) {
        super(message);
    }

    AzuriteException(String message, Throwable cause) {
        super(message, cause);
    }
}
