package io.gridhook.core.redrive;

/** Where a redrive stands. */
public enum RedriveState {
    RUNNING("Running"),
    PAUSED("Paused"),
    CANCELLED("Cancelled"),
    COMPLETED("Completed"),
    /** It cannot go on: what it needs is gone. */
    FAILED("Failed");

    private final String wireName;

    RedriveState(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    /** Whether it can neither go on nor be resumed. */
    public boolean isEnded() {
        return this != RUNNING && this != PAUSED;
    }

    /**
     * The state of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static RedriveState ofWireName(String name) {
        for (RedriveState state : values()) {
            if (state.wireName.equals(name)) {
                return state;
            }
        }
        throw new IllegalArgumentException("state: " + name + " (expected: Running, Paused, Cancelled, …)");
    }
}
