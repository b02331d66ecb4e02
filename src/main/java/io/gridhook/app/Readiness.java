package io.gridhook.app;

import java.util.Optional;

/** Whether the app has started, so that it takes calls. */
@FunctionalInterface
public interface Readiness {
    /** It has. */
    Readiness READY = Optional::empty;

    /** What callers are told who are not to learn more. */
    String REFUSAL = "The app has not started, so nothing was done; GET /health says why. Try again.";

    /** Why it has not, in one line without secrets; empty once it has. */
    Optional<String> obstacle();

    /** Lets the call pass if it has started. */
    default void check() {
        obstacle().ifPresent(why -> {
            throw new ManagementException(ManagementException.Kind.UNAVAILABLE, REFUSAL);
        });
    }
}
