package io.gridhook.simulation;

/** What is simulated goes round in circles. */
final class EndlessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EndlessException(String message) {
        super(message);
    }
}
