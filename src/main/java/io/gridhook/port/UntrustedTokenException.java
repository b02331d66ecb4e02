package io.gridhook.port;

/** A text that is no token of the issuer. The message says why and repeats nothing of it. */
public final class UntrustedTokenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UntrustedTokenException(String message) {
        super(message);
    }

    /** Never absent. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
