package io.gridhook.port;

/** Entra gave no token. Our own trouble, never the receiver's: what needed it waits. */
public final class TokenUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TokenUnavailableException(String message) {
        super(message);
    }
}
