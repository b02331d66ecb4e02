package io.gridhook.core.migrate;

/** An expression of a template that has no value here; the message says which part of it, and repeats no text of it but names. */
final class UnresolvedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnresolvedException(String message) {
        super(message);
    }

    /** Never absent. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
