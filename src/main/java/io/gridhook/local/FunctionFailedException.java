package io.gridhook.local;

/** A function threw, or could not be called; the cause says what. */
final class FunctionFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    FunctionFailedException(String functionName, Throwable cause) {
        super("function " + functionName + " failed", cause);
    }
}
