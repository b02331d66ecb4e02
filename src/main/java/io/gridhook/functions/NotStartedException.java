package io.gridhook.functions;

/** A message or a timer came before the app had started. It comes again. */
final class NotStartedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NotStartedException(String obstacle) {
        super("the app has not started: " + obstacle);
    }
}
