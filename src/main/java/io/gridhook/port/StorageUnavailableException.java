package io.gridhook.port;

/**
 * Storage did not do what was asked, or its answer was lost: it may or may not have happened, and is to be tried again. Never the
 * user's fault and never a reason to give up an event.
 */
public final class StorageUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isRefused;

    public StorageUnavailableException(String message, Throwable cause) {
        super(message, cause);
        this.isRefused = false;
    }

    public StorageUnavailableException(String message) {
        super(message);
        this.isRefused = false;
    }

    private StorageUnavailableException(StorageUnavailableException refusal) {
        super(refusal.getMessage(), refusal);
        this.isRefused = true;
    }

    /** The same, where it is known that nothing happened. */
    public StorageUnavailableException refused() {
        return new StorageUnavailableException(this);
    }

    /** Whether nothing happened, for certain: storage said so each time it was asked, or was not reached at all. */
    public boolean isRefused() {
        return isRefused;
    }
}
