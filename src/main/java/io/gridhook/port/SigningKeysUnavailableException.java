package io.gridhook.port;

/** The issuer's keys could not be had: nobody's fault here, and worth another try soon. */
public final class SigningKeysUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SigningKeysUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }

    public SigningKeysUnavailableException(String message) {
        super(message);
    }
}
