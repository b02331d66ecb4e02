package io.gridhook.port;

/**
 * Storage did not do what was asked, or its answer was lost: it may or may not have happened, and is to be tried again. Never the
 * user's fault and never a reason to give up an event.
 */
public final class StorageUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StorageUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }

    public StorageUnavailableException(String message) {
        super(message);
    }
}
