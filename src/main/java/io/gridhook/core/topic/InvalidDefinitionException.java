package io.gridhook.core.topic;

/**
 * A definition that is not as it should be; the message names the field, its value and what is expected, and holds no secret. Its
 * author's fault, answered with 400.
 */
public final class InvalidDefinitionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidDefinitionException(String message) {
        super(message);
    }

    /** Never absent. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
